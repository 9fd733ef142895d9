/// A stub of a ``StubSet``: the requests that it matches, and its answers.
public struct Stub: Sendable {
    /// The set of the stub.
    let owner: ObjectIdentifier
    let number: Int
    let matcher: RequestMatcher
    let answers: [StubAnswer]
    let times: StubTimes

    /// The place of the stub in the source code; nil if it isn't known.
    public let place: CallSite?

    /// The description of its requests, without secrets.
    var label: String { matcher.description }

    /// The answer to a request. The last answer repeats.
    ///
    /// - Parameter use: The number of requests that the stub answered before.
    func answer(use: Int) -> StubAnswer? {
        answers.isEmpty ? nil : answers[min(use, answers.count - 1)]
    }
}
