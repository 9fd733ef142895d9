import Foundation

extension HTTPFields {
    /// The fields without those that are about one connection (RFC 9110, section 7.6.1).
    var withoutHops: HTTPFields {
        let named = self[values: .connection].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        let names = Self.hops.union(named)
        return HTTPFields(filter { !names.contains($0.name.canonicalName) })
    }

    private static let hops: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
