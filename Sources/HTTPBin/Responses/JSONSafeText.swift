#if Tools
import Foundation

extension Collection<UInt8> {
    /// The bytes as a string if they are UTF-8, or else as a data URL of `contentType`.
    func jsonSafeText(contentType: String) -> String {
        String(bytes: self, encoding: .utf8)
            ?? "data:\(contentType);base64,\(Data(self).base64EncodedString())"
    }
}
#endif
