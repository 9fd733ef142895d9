#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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

    static func unstubbed(
        _ request: ReceivedRequest,
        at place: CallSite?,
        nearest: (stub: Stub, differences: [String])?
    ) -> StubFailure {
        var problem = "No stub answers \(words(for: request))."
        if let nearest {
            problem += " The nearest is \(words(for: nearest.stub)), but "
            problem += nearest.differences.joined(separator: ", and ") + "."
        } else {
            problem += " There are no stubs."
        }
        return StubFailure(
            kind: .unstubbed,
            place: place,
            request: request,
            problem: problem,
            remedy: "Add a stub for it."
        )
    }

    static func usedUp(_ request: ReceivedRequest, at place: CallSite?, by stub: Stub) -> StubFailure {
        StubFailure(
            kind: .usedUp,
            place: place,
            request: request,
            problem:
                "The stub for \(words(for: request)) may be called \(StubTimes.times(stub.times.maximum)) only: "
                + "\(words(for: stub)).",
            remedy: "Raise its times, or give it another answer."
        )
    }

    static func ambiguous(_ request: ReceivedRequest, at place: CallSite?, _ stubs: [Stub]) -> StubFailure {
        StubFailure(
            kind: .ambiguous,
            place: place,
            request: request,
            problem: "\(stubs.count) stubs match \(words(for: request)): "
                + stubs.map { words(for: $0) }.joined(separator: "; ") + ".",
            remedy: "Make one of them match fewer requests, or make it a fallback."
        )
    }

    static func tooLate(
        _ request: ReceivedRequest,
        at place: CallSite?,
        by stub: Stub,
        called: Stub
    ) -> StubFailure {
        StubFailure(
            kind: .outOfOrder,
            place: place,
            request: request,
            problem: "\(words(for: request).capitalizedFirst) comes too late: \(words(for: called)) comes after "
                + "\(words(for: stub)) in the order, and was called already.",
            remedy: "Change the order of the calls or of the stubs, or create the set without inOrder."
        )
    }

    static func tooEarly(
        _ request: ReceivedRequest,
        at place: CallSite?,
        by stub: Stub,
        expected: Stub
    ) -> StubFailure {
        StubFailure(
            kind: .outOfOrder,
            place: place,
            request: request,
            problem:
                "\(words(for: request).capitalizedFirst) comes too early: \(words(for: expected)) comes before "
                + "\(words(for: stub)) in the order.",
            remedy: "Change the order of the calls or of the stubs, or create the set without inOrder."
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
