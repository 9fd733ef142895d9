import _TalynFoundation
import _TalynSupport

/// A transport that answers the calls of a test with stubs.
///
/// ```swift
/// let stubs = StubSet()
/// stubs.on(.target(GitHub.zen), .text("Keep it simple."))
/// stubs.on(.get("/users/{name}")) { request in .json(["login": request.pathParameters["name"]]) }
/// let github = Provider<GitHub>(transport: stubs)
/// ```
///
/// The calls go through the whole pipeline: plugins, validation, redirects, retries and decoding run as with a server. A set
/// is strict. A call that no stub or more than one stub matches fails with a ``StubFailure``. ``failures`` has these calls,
/// and the stubs that weren't called. Two sets are independent, also in parallel tests.
///
/// The trait `.stubs` and `withStubs` bind a set to all calls of a test, and check the set at the end.
public final class StubSet: SubstituteTransport {
    /// The stubs, and the index of their matchers.
    private struct Stubs {
        var list: [Stub] = []
        var index = MatcherIndex()

        /// The numbers of the stubs that match, in ascending order.
        func matching(_ request: MatchedRequest) -> [Int] {
            var numbers = index.candidates(for: request)
            numbers.removeAll { !list[$0].matcher.condition.matches(request) }
            return numbers
        }
    }

    private struct State {
        var choice: StubChoice
        var stubs = Stubs()
        var requests: [(request: ReceivedRequest, stub: Int?)] = []
        var failures: [StubFailure] = []
        /// Gets the failures after the end of the set.
        var onLateFailure: (@Sendable (StubFailure) -> Void)?
    }

    private let state: Lock<State>
    private let time: TimeSource

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - inOrder: Whether the stubs must be called in the order in which they are added.
    ///   - clock: The clock for answers with a ``FaultScript``. By default the clock of the test, if it has one.
    public init(inOrder: Bool = false, clock: any Clock<Duration> = ContinuousClock()) {
        state = Lock(State(choice: StubChoice(isOrdered: inOrder)))
        time = TimeSource(clock)
    }

    public var isLive: Bool { false }

    /// Whether the stubs must be called in the order in which they are added.
    public var inOrder: Bool {
        get { state.withLock { $0.choice.isOrdered } }
        set { state.withLock { $0.choice.isOrdered = newValue } }
    }

    /// Adds a stub.
    ///
    /// - Parameters:
    ///   - matcher: The requests that it answers.
    ///   - answers: The answers, one for each call. The last one repeats.
    ///   - times: The expected number of calls. By default one or more for a stub with one answer, and else the number of
    ///     answers.
    ///   - fileID: The file of the stub, for a test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the stub.
    ///   - column: The column of the stub.
    /// - Returns: The stub, for ``requests(to:)``.
    @discardableResult
    public func on(
        _ matcher: RequestMatcher,
        _ answers: StubAnswer...,
        times: StubTimes? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Stub {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, answers, times ?? (answers.count > 1 ? .exactly(answers.count) : .atLeast(1)), place)
    }

    /// Adds a stub with a closure that makes the answers.
    ///
    /// - Parameters:
    ///   - matcher: The requests that it answers.
    ///   - times: The expected number of calls.
    ///   - fileID: The file of the stub, for a test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the stub.
    ///   - column: The column of the stub.
    ///   - answer: Makes the answer to a request. Its error fails the call like an error of the transport.
    /// - Returns: The stub, for ``requests(to:)``.
    @discardableResult
    public func on(
        _ matcher: RequestMatcher,
        times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column,
        answer: @escaping @Sendable (ReceivedRequest) async throws -> StubAnswer
    ) -> Stub {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, [.answer(answer)], times, place)
    }

    /// Adds a stub for requests that no other stub answers, or answers any longer. It need not be called.
    ///
    /// If several fallbacks match, the last one added answers.
    ///
    /// - Parameters:
    ///   - matcher: The requests that it answers.
    ///   - answers: The answers, one for each call. The last one repeats.
    ///   - fileID: The file of the stub, for a test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the stub.
    ///   - column: The column of the stub.
    /// - Returns: The stub, for ``requests(to:)``.
    @discardableResult
    public func fallback(
        _ matcher: RequestMatcher,
        _ answers: StubAnswer...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Stub {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, answers, .any, place, isFallback: true)
    }

    /// Adds a stub for requests that no other stub answers, or answers any longer, with a closure that makes the answers. It need
    /// not be called.
    ///
    /// - Parameters:
    ///   - matcher: The requests that it answers.
    ///   - fileID: The file of the stub, for a test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the stub.
    ///   - column: The column of the stub.
    ///   - answer: Makes the answer to a request. Its error fails the call like an error of the transport.
    /// - Returns: The stub, for ``requests(to:)``.
    @discardableResult
    public func fallback(
        _ matcher: RequestMatcher,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column,
        answer: @escaping @Sendable (ReceivedRequest) async throws -> StubAnswer
    ) -> Stub {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return add(matcher, [.answer(answer)], .any, place, isFallback: true)
    }

    private func add(
        _ matcher: RequestMatcher,
        _ answers: [StubAnswer],
        _ times: StubTimes,
        _ place: CallSite?,
        isFallback: Bool = false
    ) -> Stub {
        state.withLock { state in
            let stub = Stub(
                owner: ObjectIdentifier(self),
                number: state.stubs.list.count,
                matcher: matcher,
                answers: answers,
                times: times,
                place: place
            )
            state.stubs.list.append(stub)
            state.stubs.index.add(matcher)
            state.choice.add(times: times, isFallback: isFallback)
            return stub
        }
    }

    /// The requests that arrived, in their order.
    public var requests: [ReceivedRequest] { state.withLock { $0.requests.map(\.request) } }

    /// The requests that a stub answered, in their order.
    public func requests(to stub: Stub) -> [ReceivedRequest] {
        guard stub.owner == ObjectIdentifier(self) else { return [] }
        return state.withLock { $0.requests.filter { $0.stub == stub.number }.map(\.request) }
    }

    /// The requests that arrived and match, in their order.
    public func requests(_ matcher: RequestMatcher) -> [ReceivedRequest] {
        requests.filter { matcher.matches($0) }
    }

    /// The failures up to now: calls without an answer, and stubs with fewer calls than expected.
    public var failures: [StubFailure] { state.withLock { Self.failures(of: &$0) } }

    /// Reports the failures at the end of a test, and from then on each further one. For a test framework; `TalynTesting` calls it for
    /// Swift Testing and XCTest.
    ///
    /// If a call had no answer, or an error ended the test, stubs with too few calls aren't reported: the test may not have
    /// reached their calls.
    ///
    /// - Parameters:
    ///   - isCutShort: Whether an error ended the test.
    ///   - report: Gets each failure, on any thread.
    public func end(isCutShort: Bool = false, _ report: @escaping @Sendable (StubFailure) -> Void) {
        let failures = state.withLock { state in
            state.onLateFailure = report
            return isCutShort || !state.failures.isEmpty ? state.failures : Self.failures(of: &state)
        }
        for failure in failures { report(failure) }
    }

    private static func failures(of state: inout State) -> [StubFailure] {
        state.failures
            + state.choice.unfinished.map { .unused(state.stubs.list[$0], count: state.choice.entries[$0].count) }
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.checkURL()
        var request = request
        try request.useWithoutCache()
        // The request after a redirect has no target, as in a server.
        let target = request.isRedirected ? nil : request.target
        guard request.headerFields.count <= HTTPFields.maximumCount else {
            throw HeaderFieldLimitError()
        }
        let body = try await request.readBody(upTo: 64 << 20) ?? Data()
        var received = ReceivedRequest(target: target, request, body: body)
        let matched = MatchedRequest(received)
        let stubs = state.withLock { $0.stubs }
        // Conditions are foreign code, and don't run under the lock.
        let matching = stubs.matching(matched)
        var position = 0
        let decision = state.withLock { state in
            let decision = state.choice.choose(from: matching)
            position = state.requests.count
            state.requests.append((received, decision.answering))
            return decision
        }
        if let parameters = decision.answering.map({ stubs.list[$0].matcher.parameters(in: matched) }),
            !parameters.isEmpty
        {
            received.pathParameters = parameters
            state.withLock { $0.requests[position].request.pathParameters = parameters }
        }
        if let failure = StubFailure(decision, of: matched, at: request.callSite, stubs.list) {
            add(failure)
            throw failure
        }
        guard case .answer(let stub, let use) = decision, let answer = stubs.list[stub].answer(use: use) else {
            return Self.nothing
        }
        let moment = StubAnswer.Moment(call: use + 1, time: time.inScope) { [weak self] in self?.add($0) }
        return try await answer.respond(received, moment)
    }

    private func add(_ failure: StubFailure) {
        let report = state.withLock { state in
            state.failures.append(failure)
            return state.onLateFailure
        }
        report?(failure)
    }

    /// The response of a stub without an answer.
    private static let nothing = TransportResponse(statusCode: 200, body: HTTPBody(Data()))
}
