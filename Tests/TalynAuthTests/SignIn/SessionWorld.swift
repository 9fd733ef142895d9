#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import _TalynSupport

@testable import TalynAuth
@testable import TalynCore

/// A session's state machine among calls, a store that can fail, a server that rotates refresh tokens, and processes that die.
struct SessionWorld {
    typealias Machine = SessionStateMachine<Int>

    private static let resources = ["", "https://mail.example.com"]

    private var random: SeededGenerator
    private var machine: Machine
    private var now = Date(timeIntervalSince1970: 1_800_000_000)
    private var time = Duration.zero
    private var serial = 0

    // The server.
    /// The refresh tokens that count: one for each sign-in.
    private var valid: Set<String> = []
    private var replaced: Set<String> = []

    // The process.
    private var renewals: [Renewal] = []
    private var writes: [Machine.Write] = []
    private var isLoading = false
    private var waiting: [Int: (resource: String, ticket: FlightTicket)] = [:]
    private var lastUsed: [String: Int] = [:]
    private var isSignedIn = false

    // The store.
    private var stored: SessionTokens?
    /// Whether a process died with tokens that no store had.
    private var hasLostTokens = false
    /// The refresh tokens that such a process had used.
    private var excused: Set<String> = []

    private(set) var log: [String] = []
    private(set) var problem: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        machine = Self.machine()
    }

    private static func machine() -> Machine { Machine(owner: "o", canObtain: false, scopes: []) }

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: call(rejecting: false)
        case 6: call(rejecting: true)
        case 7..<12: endRenewal()
        case 12..<16: endWrite()
        case 16:
            log.append("time")
            let seconds = [10, 60, 3_600].randomElement(using: &random) ?? 10
            now += Double(seconds)
            time += .seconds(seconds)
        case 17: signIn()
        case 18 where Int.random(in: 0..<3, using: &random) == 0: signOut()
        case 18: endLoading(fails: false)
        default: if Int.random(in: 0..<4, using: &random) == 0 { die() } else { leave() }
        }
        check()
    }

    /// Lets all that is under way end well. Then nobody waits, and the store has what the server gave last.
    mutating func settle() {
        log.append("settle")
        while problem == nil, isLoading || !renewals.isEmpty || !writes.isEmpty {
            endLoading(fails: false)
            if !writes.isEmpty { endWrite(fails: false) } else if !renewals.isEmpty { endRenewal(kind: 0) }
            check()
        }
        if !waiting.isEmpty { fail("\(waiting.count) calls wait for nothing") }
        guard machine.isLoaded, !machine.hasUnsavedTokens else { return }
        if machine.current != stored { fail("the store has other tokens") }
        if isSignedIn, let token = machine.current?.refreshToken, !valid.contains(token), !hasLostTokens {
            fail("the refresh token doesn't count")
        }
    }

    // MARK: - Events

    private mutating func call(rejecting: Bool) {
        let resource = Self.resources.randomElement(using: &random) ?? ""
        let rejected = rejecting ? machine.current?.accessTokens[resource]?.value : nil
        ask(resource, rejected)
    }

    private mutating func ask(_ resource: String, _ rejected: String?) {
        serial += 1
        let id = serial
        let request = TokenRequest(resource: resource.isEmpty ? nil : resource)
        let ready = machine.readyToken(for: request, at: now)
        var effects = Machine.Effects()
        let step = machine.token(for: request, rejecting: rejected, now: now, time: time, effects: &effects) { id }
        log.append("call \(id) \(resource) \(rejected ?? "") \(step)")
        switch step {
        case .use(let token):
            if !isSignedIn { fail("a call uses a token after the sign-out") }
            if stored?.accessTokens[resource] != token { fail("a call uses a token that isn't stored") }
            let number = Int(token.value.dropFirst(6)) ?? 0
            if number < lastUsed[resource] ?? 0 { fail("a call uses an old token after a new one") }
            lastUsed[resource] = number
            if token.value == rejected { fail("a call uses the rejected token") }
            if let ready, rejected == nil, ready != token { fail("the short way gives another token") }
        case .wait(_, let ticket, _):
            if ready != nil, rejected == nil { fail("the short way doesn't wait") }
            waiting[id] = (resource, ticket)
        case .keep: break
        case .fail(let error):
            if error.reason == .signedOut, isSignedIn, writes.isEmpty, machine.current?.refreshToken != nil {
                fail("a call fails as signed out")
            }
        }
        perform(effects)
    }

    private mutating func leave() {
        guard let (id, call) = waiting.randomElement(using: &random) else { return }
        log.append("leave \(id)")
        machine.leave(call.ticket)
        waiting[id] = nil
    }

    private mutating func endLoading(fails: Bool) {
        guard isLoading else { return }
        isLoading = false
        log.append("loaded")
        var effects = Machine.Effects()
        machine.loaded(.success(stored), effects: &effects)
        if machine.current != nil { isSignedIn = true }
        perform(effects)
    }

    /// - Parameter kind: 0 for a success, 1 for a failure that passes, 2 for a response that doesn't arrive; nil for any.
    private mutating func endRenewal(kind: Int? = nil) {
        guard !renewals.isEmpty else { return }
        let renewal = renewals.remove(at: Int.random(in: renewals.indices, using: &random))
        let kind = kind ?? [0, 0, 0, 1].randomElement(using: &random)
        log.append("answer \(renewal.id) \(kind ?? 0)")
        let result: Result<TokenResponse, OAuthError> = kind == 0 ? serve(renewal) : .failure(OAuthError(.unavailable))
        var effects = Machine.Effects()
        let reading = Machine.StoreReading(tokens: stored, writeCount: machine.writeCount)
        machine.received(result, of: renewal, reading: reading, proofKey: nil, time: time, effects: &effects)
        perform(effects)
    }

    private mutating func serve(_ renewal: Renewal) -> Result<TokenResponse, OAuthError> {
        guard let token = renewal.refreshToken, valid.remove(token) != nil else {
            if let token = renewal.refreshToken, replaced.contains(token), !excused.contains(token) {
                fail("a replaced refresh token comes again")
            }
            return .failure(OAuthError(code: "invalid_grant"))
        }
        replaced.insert(token)
        return .success(response())
    }

    private mutating func response() -> TokenResponse {
        serial += 1
        let refreshToken = "refresh\(serial)"
        valid.insert(refreshToken)
        let token = AccessToken("access\(serial)", kind: .bearer, lifetime: 600, scopes: [], requested: [], at: now)
        return TokenResponse(accessToken: token, refreshToken: refreshToken, idToken: nil)
    }

    private mutating func endWrite(fails: Bool? = nil) {
        guard !writes.isEmpty else { return }
        let write = writes.removeFirst()
        let fails = fails ?? (Int.random(in: 0..<5, using: &random) == 0)
        log.append("write \(write.revision) \(fails ? "fails" : "succeeds")")
        if !fails { stored = write.tokens }
        var effects = Machine.Effects()
        machine.stored(write, fails ? .failure(OAuthError(.storage)) : .success(()), effects: &effects)
        if isSignedIn == false, machine.current != nil { isSignedIn = true }
        perform(effects)
    }

    private mutating func signIn() {
        log.append("sign in")
        let response = response()
        var tokens = SessionTokens(owner: "o")
        tokens.add(response, for: TokenRequest())
        var effects = Machine.Effects()
        serial += 1
        let ticket = machine.signIn(tokens, effects: &effects, waiter: serial)
        waiting[serial] = ("sign-in", ticket)
        perform(effects)
    }

    private mutating func signOut() {
        log.append("sign out")
        var effects = Machine.Effects()
        serial += 1
        let (ticket, revoked) = machine.signOut(effects: &effects, waiter: serial)
        if let token = revoked?.refreshToken { valid.remove(token) }
        waiting[serial] = ("sign-out", ticket)
        isSignedIn = false
        lastUsed = [:]
        perform(effects)
    }

    /// The process dies, and another one starts. Writes under way may have happened, and requests under way, too.
    private mutating func die() {
        log.append("die")
        if let write = writes.first, Bool.random(using: &random) { stored = write.tokens }
        for renewal in renewals where Bool.random(using: &random) { _ = serve(renewal) }
        if let token = stored?.refreshToken, !valid.contains(token) {
            hasLostTokens = true
            excused.insert(token)
        }
        machine = Self.machine()
        renewals = []
        writes = []
        isLoading = false
        waiting = [:]
        lastUsed = [:]
        isSignedIn = false
    }

    // MARK: - Effects

    private mutating func perform(_ effects: Machine.Effects) {
        if effects.startsLoading {
            if isLoading { fail("the store is read twice") }
            isLoading = true
        }
        if let write = effects.write {
            if !writes.isEmpty { fail("two writes at the same time") }
            writes.append(write)
        }
        for change in effects.changes {
            if case .signedOut = change { isSignedIn = false }
            if case .signedIn = change { hasLostTokens = false }
        }
        for tokens in effects.revocations {
            if let token = tokens.refreshToken { valid.remove(token) }
        }
        for renewal in effects.renewals {
            if renewal.refreshToken == nil { fail("a renewal has no refresh token") }
            if renewals.contains(where: { $0.refreshToken == renewal.refreshToken }) {
                fail("two requests have the same refresh token")
            }
            if stored?.refreshToken != renewal.refreshToken { fail("a refresh token is used before it is stored") }
            renewals.append(renewal)
        }
        for (waiter, result) in effects.resumed {
            guard let call = waiting.removeValue(forKey: waiter) else { continue }
            if case .success = result, call.resource != "sign-in", call.resource != "sign-out" {
                ask(call.resource, nil)
            }
        }
    }

    private mutating func check() {
        if !isSignedIn, machine.current != nil { fail("there are tokens after the sign-out") }
    }

    private mutating func fail(_ text: String) {
        if problem == nil { problem = text }
    }
}
#endif
