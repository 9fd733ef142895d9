#if Valkey
public import Logging
import NIOCore
import TalynCore
public import Valkey
import _TalynSupport

/// A server of Valkey or Redis that processes share, with the prefix of their keys and a time limit for each command.
///
/// ```swift
/// let client = ValkeyClient(.hostname("valkey.internal"), logger: logger)
/// let server = ValkeyServer(client, options: .init(prefix: "shop"), logger: logger)
/// let tokens = ValkeyTokenStore("catalog", on: server, encryption: keys)
/// ```
///
/// The program runs the client. Its stores share one server: it notices an outage once for all of them. With valkey-swift 1.4.0, set the
/// client's keep-alive as the page <doc:MoreThanOneServer> says: it crashes otherwise when the server hangs.
@available(Valkey, *)
public final class ValkeyServer: Sendable {
    /// The settings of a server.
    public struct Options: Sendable {
        /// The start of all keys. Programs with the same prefix share their values.
        public var prefix = "talyn"

        /// The longest time for one command. No call waits longer for a command.
        public var timeLimit = Duration.milliseconds(250)

        /// The time between two tries while the server is out of reach. Other commands fail at once meanwhile.
        public var retryInterval = Duration.seconds(1)

        /// Creates the default settings.
        public init(
            prefix: String = "talyn",
            timeLimit: Duration = .milliseconds(250),
            retryInterval: Duration = .seconds(1)
        ) {
            self.prefix = prefix
            self.timeLimit = timeLimit
            self.retryInterval = retryInterval
        }
    }

    let options: Options
    let time: TimeSource
    private let client: any ValkeyClientProtocol
    private let monitor: OutageMonitor
    private let isProbing = Locked(false)

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - client: The client, such as `ValkeyClient` or `ValkeyClusterClient`. The program runs it.
    ///   - options: The settings.
    ///   - logger: Hears of outages, once for each.
    ///   - clock: The clock of the time limits.
    public init(
        _ client: any ValkeyClientProtocol,
        options: Options = Options(),
        logger: Logger = Logger(label: "talyn.valkey"),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.client = client
        self.options = options
        time = TimeSource(clock)
        monitor = OutageMonitor(retryInterval: options.retryInterval, logger: logger)
    }

    /// Whether the server is out of reach.
    public var isUnavailable: Bool { monitor.isOutage }

    /// The key of a value. Keys of one name are in one slot of a cluster, so that a script can use several of them.
    ///
    /// - Parameters:
    ///   - part: The store, such as `tokens`.
    ///   - name: The name of the object. Braces in it are escaped.
    ///   - value: The value of the object; empty for its only one.
    func key(_ part: String, _ name: String, _ value: String = "") -> String {
        // The first pair of braces decides on the slot.
        let prefix = options.prefix.escapingBraces
        return "\(prefix):\(part):{\(name.escapingBraces)}" + (value.isEmpty ? "" : ":\(value)")
    }

    /// Runs a script within the time limit.
    ///
    /// - Parameter limit: A shorter time limit; nil for the one of the server.
    func run<Value: RESPTokenDecodable & Sendable>(
        _ script: ValkeyScript,
        of part: String,
        keys: [String],
        _ arguments: [ScriptArgument] = [],
        as type: Value.Type = Value.self,
        within limit: Duration? = nil
    ) async throws(ValkeyServerError) -> Value {
        guard monitor.mayTry(at: time.now) else { throw ValkeyServerError(.unavailable, in: part) }
        let call = ScriptCall(script: script, keys: keys.map { ValkeyKey($0) }, arguments: arguments)
        let limit = min(limit ?? options.timeLimit, options.timeLimit)
        let outcome = await TimeLimit(duration: limit, time: time).outcome { [client] in
            await Result { () async throws(ValkeyClientError) in try await Self.run(call, by: client) }
        }
        let result = outcome?.mapError { ValkeyServerError($0, in: part) } ?? .failure(.init(.timedOut, in: part))
        if case .failure(let error) = result, Task.isCancelled {
            probe(keys)
            throw ValkeyServerError(.cancelled, in: part, underlyingError: error.underlyingError)
        }
        monitor.note(result.map { _ in }, of: script, at: time.now)
        do {
            return try Value(result.get())
        } catch let error as RESPDecodeError {
            throw ValkeyServerError(.unreadable, in: part, underlyingError: error)
        } catch {
            throw error as? ValkeyServerError ?? ValkeyServerError(.refused, in: part, underlyingError: error)
        }
    }

    /// Asks the server for a sign of life after a cancelled command: callers may wait for less than the time limit each time.
    private func probe(_ keys: [String]) {
        let isFirst = isProbing.withLock { isProbing in
            defer { isProbing = true }
            return !isProbing
        }
        guard isFirst else { return }
        Task.inScope { [self] in
            _ = try? await run(Self.signOfLife, of: "probe", keys: keys, as: Int.self)
            isProbing.withLock { $0 = false }
        }
    }

    private static let signOfLife = ValkeyScript(.read, "return 1")

    /// Runs a script by its hash. A server that doesn't have it gets its text.
    private static func run(
        _ call: ScriptCall,
        by client: any ValkeyClientProtocol
    ) async throws(ValkeyClientError) -> RESPToken {
        do throws(ValkeyClientError) {
            return try await client.execute(call)
        } catch {
            guard error.replyCode == "NOSCRIPT" else { throw error }
            var call = call
            call.sendsText = true
            return try await client.execute(call)
        }
    }

    /// Runs an operation again while the server is out of reach.
    ///
    /// - Parameters:
    ///   - longest: The longest time for all tries.
    ///   - limit: A shorter limit for further tries.
    ///   - operation: The operation. It gets the time that is left for it.
    func repeating<Value>(
        upTo longest: Duration,
        within limit: Duration = .longest,
        _ operation: (_ rest: Duration) async throws(ValkeyServerError) -> Value
    ) async throws(ValkeyServerError) -> Value {
        let end = time.now + min(longest, limit)
        var rest = longest
        while true {
            do throws(ValkeyServerError) {
                return try await operation(rest)
            } catch {
                rest = end - time.now
                guard error.isOutage, rest > .zero else { throw error }
                do {
                    try await time.sleep(for: min(rest, .milliseconds(50)))
                } catch {
                    throw ValkeyServerError(.cancelled, in: "wait", underlyingError: error)
                }
                rest = end - time.now
                guard rest > .zero else { throw error }
            }
        }
    }
}

extension ValkeyServerError {
    /// Whether the server could answer later.
    var isOutage: Bool { [.timedOut, .unavailable, .outOfMemory].contains(reason) }
}

@available(Valkey, *)
extension ValkeyServerError {
    fileprivate init(_ error: ValkeyClientError, in part: String) {
        let reason: Reason =
            switch error.replyCode {
            case nil: error.errorCode == .timeout ? .timedOut : .unavailable
            case "OOM": .outOfMemory
            case let code? where Self.codesOfUnavailability.contains(code): .unavailable
            default: .refused
            }
        self.init(reason, in: part, detail: error.replyCode, underlyingError: error)
    }

    /// The errors of servers that start, fail over, or can't write.
    private static let codesOfUnavailability: Set = [
        "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "MOVED", "NOREPLICAS", "READONLY", "REDIRECT",
        "TRYAGAIN", "UNBLOCKED",
    ]
}

@available(Valkey, *)
extension ValkeyClientError {
    /// The first word of an error that the server sent, such as `NOSCRIPT`; nil for other errors.
    fileprivate var replyCode: String? {
        guard errorCode == .commandError else { return nil }
        return message.map { String($0.prefix { $0 != " " }) } ?? ""
    }
}

extension String {
    fileprivate var escapingBraces: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "%") })
        else { return self }
        return replacing("%", with: "%25").replacing("{", with: "%7B").replacing("}", with: "%7D")
    }
}
#endif
