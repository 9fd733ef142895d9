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

    /// Runs a script, and runs it again while the server is out of reach.
    ///
    /// - Parameters:
    ///   - longest: The longest time for all tries. Each one also keeps to the time limit of the server. With zero, the script runs once.
    ///   - limit: A shorter limit for further tries.
    func run<Value: RESPTokenDecodable & Sendable>(
        _ script: ValkeyScript,
        of part: String,
        keys: [String],
        _ arguments: [ScriptArgument] = [],
        as type: Value.Type = Value.self,
        upTo longest: Duration = .zero,
        within limit: Duration = .longest
    ) async throws(ValkeyServerError) -> Value {
        let call = ScriptCall(script: script, keys: keys.map { ValkeyKey($0) }, arguments: arguments)
        let answer = try await answer(to: call, of: part, upTo: longest, within: limit)
        do {
            return try Value(answer)
        } catch {
            throw ValkeyServerError(.unreadable, in: part, underlyingError: error)
        }
    }

    /// The answer to a command. Only the last failure of a call counts for an outage.
    private func answer(
        to call: ScriptCall,
        of part: String,
        upTo longest: Duration,
        within limit: Duration
    ) async throws(ValkeyServerError) -> RESPToken {
        let end = time.now + min(longest, limit)
        var rest = longest > .zero ? longest : options.timeLimit
        while true {
            let attempt =
                monitor.mayTry(at: time.now)
                ? await attempt(call, of: part, within: rest)
                : Attempt(result: .failure(ValkeyServerError(.unavailable, in: part)), counts: false)
            if case .failure(let error) = attempt.result, error.isOutage, end - time.now > Self.pause {
                do {
                    try await time.sleep(for: Self.pause)
                } catch {
                    note(attempt, of: call.script)
                    throw ValkeyServerError(.cancelled, in: part, underlyingError: error)
                }
                rest = end - time.now
                if rest > .zero { continue }
            }
            note(attempt, of: call.script)
            return try attempt.result.get()
        }
    }

    /// The time between two tries of one call.
    private static let pause = Duration.milliseconds(50)

    /// The result of a command.
    private struct Attempt {
        let result: Result<RESPToken, ValkeyServerError>
        /// Whether it tells if the server is out of reach.
        let counts: Bool

        var isUnavailable: Bool {
            guard case .failure(let error) = result else { return false }
            return error.reason == .unavailable
        }
    }

    private func note(_ attempt: Attempt, of script: ValkeyScript) {
        guard attempt.counts else { return }
        monitor.note(attempt.result.map { _ in }, of: script, at: time.now)
    }

    /// Sends a command once.
    private func attempt(_ call: ScriptCall, of part: String, within limit: Duration) async -> Attempt {
        let limit = min(limit, options.timeLimit)
        let outcome = await TimeLimit(duration: limit, time: time).outcome { [client] in
            await Result { () async throws(ValkeyClientError) in try await Self.run(call, by: client) }
        }
        let result = outcome?.mapError { ValkeyServerError($0, in: part) } ?? .failure(.init(.timedOut, in: part))
        guard case .failure(let error) = result else { return Attempt(result: result, counts: true) }
        if Task.isCancelled {
            probe(call.keys)
            let error = ValkeyServerError(.cancelled, in: part, underlyingError: error.underlyingError)
            return Attempt(result: .failure(error), counts: false)
        }
        // A slow server isn't out of reach.
        let isEarly = outcome == nil && limit < options.timeLimit
        if isEarly { probe(call.keys) }
        return Attempt(result: result, counts: !isEarly)
    }

    /// Asks the server for a sign of life, as callers may wait for less than the time limit each time.
    ///
    /// It is a part of the command that got no answer in time. So it also runs in an outage: a slow server ends it.
    private func probe(_ keys: [ValkeyKey]) {
        let isFirst = isProbing.withLock { isProbing in
            defer { isProbing = true }
            return !isProbing
        }
        guard isFirst else { return }
        Task.inScope { [self] in
            let call = ScriptCall(script: Self.signOfLife, keys: keys, arguments: [])
            var last: Attempt
            var triesLeft = 3
            repeat {
                // A command that ends early closes its connection. The client can give that one to the next command.
                last = await attempt(call, of: "probe", within: options.timeLimit)
                triesLeft -= 1
            } while last.isUnavailable && triesLeft > 0
            note(last, of: call.script)
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
