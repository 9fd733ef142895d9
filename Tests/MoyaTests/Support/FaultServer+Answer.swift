import Foundation
import TestSupport

extension FaultServer.Step {
    /// A whole response with bytes as its body.
    static func answer(_ status: Int, _ fields: [String: String], bytes: [UInt8]) -> Self {
        .sendBytes(Answer(status: status, fields: fields.map { ($0, $1) }, body: Data(bytes)).bytes)
    }
}
