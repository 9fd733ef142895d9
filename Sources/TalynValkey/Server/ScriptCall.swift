#if Valkey
import _TalynFoundation
import NIOCore
import Valkey
import _TalynSupport

/// An argument of a script.
enum ScriptArgument: Sendable, Hashable, ExpressibleByStringLiteral {
    case text(String)
    case data(Data)

    init(stringLiteral text: String) { self = .text(text) }

    static func number(_ number: some BinaryInteger) -> ScriptArgument { .text("\(number)") }

    static func milliseconds(_ duration: Duration) -> ScriptArgument {
        let (seconds, attoseconds) = min(max(duration, .milliseconds(1)), .longest).components
        return .number(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

@available(Valkey, *)
extension ScriptArgument: RESPRenderable {
    var respEntries: Int { 1 }

    func encode(into encoder: inout ValkeyCommandEncoder) {
        switch self {
        case .text(let text): text.encode(into: &encoder)
        case .data(let data): data.encode(into: &encoder)
        }
    }
}

/// The run of a script, by its hash or by its text.
///
/// The commands of valkey-swift take texts alone as arguments. It never goes to a replica, which may have old values.
@available(Valkey, *)
struct ScriptCall: ValkeyCommand {
    static var name: String { "EVALSHA" }

    let script: ValkeyScript
    let keys: [ValkeyKey]
    let arguments: [ScriptArgument]
    /// Whether the server gets the text, and keeps it.
    var sendsText = false

    var keysAffected: [ValkeyKey] { keys }

    func encode(into encoder: inout ValkeyCommandEncoder) {
        let command = sendsText ? ["EVAL", script.text] : ["EVALSHA", script.hash]
        encoder.encodeArray(command, keys.count, keys, arguments)
    }
}

#endif
