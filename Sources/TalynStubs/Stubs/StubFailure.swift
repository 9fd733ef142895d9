public import Foundation

/// What is wrong with how stubs and calls fit: a call that no stub answers, or a stub that wasn't called as it should be.
///
/// Of the former the call fails with it, and of both the test: see ``StubSet``.
public struct StubFailure: Error, Sendable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// No stub is for the call.
        case unstubbed
        /// The stub for the call has been called as often as it may be.
        case usedUp
        /// More than one stub is for the call.
        case ambiguous
        /// Another stub is to be called first.
        case outOfOrder
        /// The stub was called less often than it is to be.
        case unused
    }

    /// What is wrong.
    public let kind: Kind

    /// Where to mend it: where the call is written if that is known, or the stub.
    public let place: SourcePlace?

    /// What was called; nil for a stub that was not.
    public let request: ReceivedRequest?

    let problem: String
    let remedy: String
}

extension StubFailure: LocalizedError {
    public var errorDescription: String? { problem }
    public var recoverySuggestion: String? { remedy }
}

extension StubFailure: CustomStringConvertible {
    /// What is wrong and how to mend it, with secrets masked.
    public var description: String { "\(problem) \(remedy)" }
}

extension StubFailure {
    static func unstubbed(
        _ request: ReceivedRequest,
        at place: SourcePlace?,
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

    static func usedUp(_ request: ReceivedRequest, at place: SourcePlace?, by stub: Stub) -> StubFailure {
        StubFailure(
            kind: .usedUp,
            place: place,
            request: request,
            problem:
                "The stub for \(words(for: request)) has answered \(StubTimes.times(stub.times.maximum)), which is all "
                + "that it may: \(words(for: stub)).",
            remedy: "Raise its times, or give it another answer."
        )
    }

    static func ambiguous(_ request: ReceivedRequest, at place: SourcePlace?, _ stubs: [Stub]) -> StubFailure {
        StubFailure(
            kind: .ambiguous,
            place: place,
            request: request,
            problem: "\(stubs.count) stubs are for \(words(for: request)): "
                + stubs.map { words(for: $0) }.joined(separator: "; ") + ".",
            remedy: "Let one of them ask for more, or make it a fallback."
        )
    }

    static func tooLate(
        _ request: ReceivedRequest,
        at place: SourcePlace?,
        by stub: Stub,
        called: Stub
    ) -> StubFailure {
        StubFailure(
            kind: .outOfOrder,
            place: place,
            request: request,
            problem: "\(words(for: request).capitalizedFirst) comes too late: \(words(for: called)), which is behind "
                + "\(words(for: stub)), has been called.",
            remedy: "Change the order of the calls or of the stubs, or make a set without inOrder."
        )
    }

    static func tooEarly(
        _ request: ReceivedRequest,
        at place: SourcePlace?,
        by stub: Stub,
        expected: Stub
    ) -> StubFailure {
        StubFailure(
            kind: .outOfOrder,
            place: place,
            request: request,
            problem:
                "\(words(for: request).capitalizedFirst) comes too early: \(words(for: expected)) is to be called before "
                + "\(words(for: stub)).",
            remedy: "Change the order of the calls or of the stubs, or make a set without inOrder."
        )
    }

    static func unused(_ stub: Stub, count: Int) -> StubFailure {
        StubFailure(
            kind: .unused,
            place: stub.place,
            request: nil,
            problem:
                "The stub for \(stub.label) is to be called \(stub.times), and was called \(StubTimes.times(count)).",
            remedy: "Make the call, or remove the stub."
        )
    }

    private static func words(for request: ReceivedRequest) -> String {
        let target = request.target.map { "\(TargetLabel($0)), " } ?? ""
        return target + SecretFreeText.line(request)
    }

    private static func words(for stub: Stub) -> String { "\(stub.label) (\(stub.place))" }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
