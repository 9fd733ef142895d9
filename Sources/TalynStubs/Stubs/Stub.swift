/// One stub of a set: the requests that it is for, and what it answers.
public struct Stub: Sendable {
    /// The set that it belongs to.
    let owner: ObjectIdentifier
    let number: Int
    let matcher: RequestMatcher
    let answers: [StubAnswer]
    let times: StubTimes

    /// Where it is written.
    public let place: SourcePlace

    /// What is true of its requests, without secrets.
    var label: String { matcher.description }

    /// The answer to a request, if so many have been answered before. The last one is given again and again.
    func answer(use: Int) -> StubAnswer? {
        answers.isEmpty ? nil : answers[min(use, answers.count - 1)]
    }
}
