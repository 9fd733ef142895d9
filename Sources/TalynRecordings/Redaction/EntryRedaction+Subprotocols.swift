import TalynCore
import _TalynFoundation
import _TalynSupport

extension EntryRedaction {
    /// The minimum length of a subprotocol that is taken for a token. Names of subprotocols are mostly shorter.
    private static let minimumTokenLength = 16

    /// The secrets, with the subprotocols that the server didn't choose: browsers can pass a token only there.
    func secrets(withSubprotocolsOf node: JSONNode) -> Secrets {
        let chosen = Self.subprotocols(of: node["response"])
        var tokens = Secrets()
        for name in Self.subprotocols(of: node["request"]) where !chosen.contains(name) {
            // A token may follow a prefix with dots, and may have dots itself.
            let parts = [
                name[...], name.drop { $0 != "." }.dropFirst(),
                name[(name.lastIndex(of: ".") ?? name.startIndex)...].dropFirst(),
            ]
            for part in parts where part.count >= Self.minimumTokenLength { tokens.add(String(part)) }
        }
        tokens.add(secrets)
        return tokens
    }

    private static func subprotocols(of message: JSONNode?) -> [String] {
        (message?["headers"]?.elements ?? []).filter { $0["name"]?.text?.lowercased() == "sec-websocket-protocol" }
            .flatMap { ($0["value"]?.text ?? "").split(separator: ",").map(\.withoutOuterSpaces) }
    }
}
