#if Alamofire
import TestSupport

extension FaultServer.Step {
    /// A whole response with a text as its body.
    static func answer(_ status: Int, _ body: String, fields: [String] = []) -> Self {
        let fields = (fields + ["Content-Length: \(body.utf8.count)"]).map { "\($0)\r\n" }.joined()
        return .send("HTTP/1.1 \(status) Some reason\r\n\(fields)\r\n\(body)")
    }
}
#endif
