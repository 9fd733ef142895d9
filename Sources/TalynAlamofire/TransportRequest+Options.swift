#if Alamofire
import Talyn

extension TransportRequest {
    /// - Throws: `TransportOptionsError` for an option that only the session can decide on.
    func checkOptions() throws(TransportOptionsError) {
        guard !options.isEmpty else { return }
        let unsupported: [(name: String, isSet: Bool)] = [
            ("redirects", options.redirects != nil),
            ("cookies", options.cookies != nil),
            ("secretHeaderFields", !options.secretHeaderFields.isEmpty),
        ]
        if let option = unsupported.first(where: \.isSet) {
            throw .unsupported(option: option.name, transport: "An Alamofire session")
        }
    }
}
#endif
