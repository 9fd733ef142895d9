import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The header fields, with those that a transport adds to every request that doesn't set them itself.
    func headerFields(with sessionHeaders: [String: String]) -> [String: String] {
        var fields = allHTTPHeaderFields ?? [:]
        let names = Set(fields.keys.map { $0.lowercased() })
        for (name, value) in sessionHeaders where !names.contains(name.lowercased()) { fields[name] = value }
        return fields
    }
}
