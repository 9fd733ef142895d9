public import _TalynFoundation

/// The failure of a call that no stub answers, or of a stub that wasn't called as expected.
///
/// Both fail the test; see ``StubSet``.
public struct StubFailure: Error, Sendable {
    /// The kind of a failure.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: Sendable, Hashable {
        /// No stub matches the call.
        case unstubbed
        /// A stub matches the call, but it is for a WebSocket, and the request opens none.
        case webSocketExpected
        /// The stub for the call was called up to its maximum already.
        case usedUp
        /// More than one stub matches the call.
        case ambiguous
        /// Another stub comes first in the order.
        case outOfOrder
        /// The stub was called less often than expected.
        case unused
        /// The client sent a WebSocket message that the script of the stub doesn't expect.
        case unexpectedMessage
    }

    /// The kind of the failure.
    public let kind: Kind

    /// The place of the call in the source code, or of the stub; nil if it isn't known.
    public let place: CallSite?

    /// The request of the call; nil for a stub that wasn't called.
    public let request: ReceivedRequest?

    let problem: String
    let remedy: String
}

extension StubFailure: LocalizedError {
    public var errorDescription: String? { problem }
    public var recoverySuggestion: String? { remedy }
}

extension StubFailure: CustomStringConvertible {
    /// The failure and a way to mend it, with secrets masked.
    public var description: String { "\(problem) \(remedy)" }
}

extension StubFailure {
    /// The failure of a call that no stub answers; nil for an answer.
    init?(_ decision: StubChoice.Decision, of request: MatchedRequest, at place: CallSite?, _ stubs: [Stub]) {
        lazy var call = Self.words(for: request.request)
        func words(_ stub: Int) -> String { Self.words(for: stubs[stub]) }
        switch decision {
        case .answer:
            return nil
        case .nothingMatches:
            let isForWebSocket = stubs.contains { $0.matcher.condition.isForWebSocket(only: request) }
            kind = isForWebSocket ? .webSocketExpected : .unstubbed
            problem = "No stub answers \(call). \(Self.nearest(to: request, of: stubs))"
            remedy = "Add a stub for it."
        case .usedUp(let stub):
            let times = StubTimes.times(stubs[stub].times.maximum)
            kind = .usedUp
            problem = "The stub for \(call) may be called \(times) only: \(words(stub))."
            remedy = "Raise its times, or give it another answer."
        case .ambiguous(let numbers):
            kind = .ambiguous
            problem = "\(numbers.count) stubs match \(call): \(numbers.map(words).joined(separator: "; "))."
            remedy = "Make one of them match fewer requests, or make it a fallback."
        case .tooEarly(let stub, let expected):
            kind = .outOfOrder
            problem =
                "\(call.capitalizedFirst) comes too early: \(words(expected)) comes before \(words(stub)) in the order."
            remedy = Self.orderRemedy
        case .tooLate(let stub, let called):
            kind = .outOfOrder
            problem =
                "\(call.capitalizedFirst) comes too late: \(words(called)) comes after \(words(stub)) in the order, "
                + "and was called already."
            remedy = Self.orderRemedy
        }
        self.place = place
        self.request = request.request
    }

    private static let orderRemedy = "Change the order of the calls or of the stubs, or create the set without inOrder."

    /// The stub with the fewest differences to a request, in a sentence.
    private static func nearest(to request: MatchedRequest, of stubs: [Stub]) -> String {
        let all = stubs.map { (stub: $0, differences: $0.matcher.condition.differences(of: request)) }
        guard let nearest = all.min(by: { $0.differences.weight < $1.differences.weight }) else {
            return "There are no stubs."
        }
        let differences = nearest.differences.map(\.text).joined(separator: ", and ")
        return "The nearest is \(words(for: nearest.stub)), but \(differences)."
    }

    /// - Parameters:
    ///   - expectation: The state of the script, as a sentence.
    ///   - message: The message that it got; nil for none.
    static func unexpectedMessage(
        _ request: ReceivedRequest,
        at place: CallSite?,
        _ expectation: String,
        _ message: String?
    ) -> StubFailure {
        StubFailure(
            kind: .unexpectedMessage,
            place: place,
            request: request,
            problem: "The script of \(words(for: request)) "
                + (message.map { "doesn't expect \($0)." } ?? "expects another message.") + " \(expectation)",
            remedy: "Change the script of the stub, or the messages of the client."
        )
    }

    static func unused(_ stub: Stub, count: Int) -> StubFailure {
        StubFailure(
            kind: .unused,
            place: stub.place,
            request: nil,
            problem:
                "The stub for \(stub.label) is expected to be called \(stub.times), but was "
                + (count == 0 ? "never called." : "called \(StubTimes.times(count))."),
            remedy: "Make the call, or remove the stub."
        )
    }

    private static func words(for request: ReceivedRequest) -> String {
        let target = request.target.map { "\($0.targetName), " } ?? ""
        return target + SecretFreeText.line(request)
    }

    private static func words(for stub: Stub) -> String { stub.place.map { "\(stub.label) (\($0))" } ?? stub.label }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
