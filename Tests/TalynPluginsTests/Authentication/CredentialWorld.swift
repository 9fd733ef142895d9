import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// A credential state machine among calls, and what is to be true of it whatever happens.
struct CredentialWorld {
    enum Event: Hashable {
        case begin(Int)
        /// The server refuses what the call was made with.
        case refuse(Int)
        /// What the call was to be made with expires.
        case expire(Int)
        case leave(Int)
        /// A refresh ends, which may be one that counts for nothing.
        case succeed(Int)
        case fail(Int)
        case set(Int?)
        case pass(Duration)
    }

    private enum Call: Equatable {
        case new
        case sent(generation: Int, failures: Int)
        case waiting(FlightTicket)
        case done
    }

    static let maximumRefreshes = 2
    static let window = Duration.seconds(30)

    private var machine: CredentialStateMachine<Int, Int>
    private let canObtain: Bool
    private var versions: [Int: CredentialVersion<Int>] = [:]
    private var calls: [Call]
    private(set) var events: [Event] = []
    private var now = Duration.zero
    private(set) var starts: [Duration] = []
    private(set) var isWrong = false
    /// The refresh that counts.
    private var refresh: Int?
    /// Whether the refresh replaces a rejected credential, or gets the first one.
    private var isRefreshOfRejected = false
    private var failedAt: Duration?
    private var unfinished: Set<Int> = []
    /// The waiting calls, in order.
    private var waiting: [Int] = []
    private var credential: Int?
    private var generation = 0
    private var failures = 0

    init(calls: Int, credential: Int?, canObtain: Bool) {
        machine = CredentialStateMachine(
            credential: credential,
            canObtain: canObtain,
            maximumRefreshes: Self.maximumRefreshes,
            window: Self.window
        )
        self.calls = Array(repeating: .new, count: calls)
        self.credential = credential
        self.canObtain = canObtain
    }

    /// What can happen next.
    var possible: [Event] {
        var events: [Event] = [.set(generation + 100), .set(nil), .pass(Self.window / 2)]
        if let new = calls.firstIndex(of: .new) { events.append(.begin(new)) }
        for (index, call) in calls.enumerated() {
            switch call {
            case .sent: events += [.refuse(index), .expire(index)]
            case .waiting: events.append(.leave(index))
            case .new, .done: break
            }
        }
        for id in unfinished.sorted() { events += [.succeed(id), .fail(id)] }
        return events
    }

    mutating func happen(_ event: Event) {
        events.append(event)
        switch event {
        case .begin(let call):
            let step = machine.begin(call)
            if refresh == nil, case .proceed(let version) = step {
                send(call, version)
            } else if refresh != nil, case .wait(call, let ticket) = step {
                wait(call, ticket)
            } else {
                wrong("\(step)")
            }
        case .refuse(let call), .expire(let call):
            renew(call, isRejected: event == .refuse(call))
        case .leave(let call):
            guard case .waiting(let ticket) = calls[call] else { return }
            machine.leave(ticket)
            waiting.removeAll { $0 == call }
            calls[call] = .done
        case .succeed(let id):
            finish(id, .success(id + 1_000))
        case .fail(let id):
            finish(id, .failure(AuthenticationError(.refreshFailed)))
        case .set(let credential):
            let told = machine.replace(with: credential)
            self.credential = credential
            generation += 1
            failedAt = nil
            tell(told)
        case .pass(let duration):
            now += duration
        }
        check(machine.isRefreshing == (refresh != nil), "whether a refresh is under way")
        check(machine.waiterCount == waiting.count, "who waits")
        check(machine.version.credential == credential, "the credential")
        check(machine.version.generation == generation, "the generation")
    }

    private mutating func renew(_ call: Int, isRejected: Bool) {
        guard case .sent(let usedGeneration, let usedFailures) = calls[call], let used = versions[call] else { return }
        let step = machine.renew(used, isRejected: isRejected, now: now, call)
        let recent = starts.filter { now - $0 < Self.window }.count
        let mayBeValid = !isRejected && credential != nil
        let isPaused = mayBeValid && failedAt.map { now - $0 < Self.window } == true
        switch step {
        case .proceed(let version):
            let isBetter = usedGeneration != generation
            let isHopeless = credential == nil && !canObtain
            let isExhausted = mayBeValid && recent == Self.maximumRefreshes
            check(isBetter || (refresh == nil && (isHopeless || isExhausted || isPaused)), "to proceed")
            send(call, version)
        case .wait(let waiter, let ticket):
            check(waiter == call && refresh != nil && usedGeneration == generation, "to wait")
            if isRejected { isRefreshOfRejected = true }
            wait(call, ticket)
        case .start(let waiter, let ticket):
            let id = ticket.flight
            check(waiter == call && refresh == nil && usedGeneration == generation, "to start")
            check(usedFailures == failures || mayBeValid, "to start again for a call that a failure has met")
            check(!isPaused, "to start again so soon")
            isRefreshOfRejected = !mayBeValid
            check(recent < Self.maximumRefreshes, "one refresh too many")
            check(!unfinished.contains(id), "a number twice")
            starts.append(now)
            refresh = id
            unfinished.insert(id)
            wait(call, ticket)
        case .fail(let error):
            check(refresh == nil && usedGeneration == generation, "to fail")
            switch error.reason {
            case .refreshFailed: check(usedFailures != failures && !mayBeValid, "a failure that was before")
            case .tooManyRefreshes: check(recent == Self.maximumRefreshes, "not too many")
            default: check(false, "an unknown reason")
            }
            calls[call] = .done
        }
    }

    private mutating func finish(_ id: Int, _ result: Result<Int, AuthenticationError>) {
        unfinished.remove(id)
        let (told, outcome, _) = machine.finish(id, with: result, now: now)
        guard refresh == id else {
            check(told.isEmpty, "told by a refresh that counts for nothing")
            return
        }
        switch (result, outcome) {
        case (.success(let credential), .success(let version)):
            check(version.credential == credential, "the outcome")
            self.credential = credential
            generation += 1
            failedAt = nil
        case (.failure, .failure):
            check(isRefreshOfRejected, "a call that may have a valid credential fails")
            failures += 1
            failedAt = now
        case (.failure, .success(let version)):
            check(!isRefreshOfRejected && version.credential == credential, "an invalid credential is used")
            failures += 1
            failedAt = now
        default:
            wrong("\(outcome)")
        }
        tell(told)
    }

    /// Whoever waits is told, once, in order; then nobody waits and no refresh counts.
    private mutating func tell(_ told: [Int]) {
        check(told == waiting, "who is told")
        for call in waiting { calls[call] = .done }
        waiting = []
        refresh = nil
    }

    private mutating func send(_ call: Int, _ version: CredentialVersion<Int>) {
        check(version.generation == generation && version.credential == credential, "an old version")
        check(version.failures == failures, "an old count of failures")
        versions[call] = version
        calls[call] = .sent(generation: generation, failures: failures)
    }

    private mutating func wait(_ call: Int, _ ticket: FlightTicket) {
        waiting.append(call)
        calls[call] = .waiting(ticket)
    }

    private mutating func check(_ condition: Bool, _ what: String) {
        if !condition { wrong(what) }
    }

    private mutating func wrong(_ what: String) {
        isWrong = true
        Issue.record("\(what), after \(events)")
    }
}
