/// An operator on responses, with its arguments.
enum ResponseOperator: Sendable {
    case filterCodes(ClosedRange<Int>)
    case filterCode(Int)
    case filterSuccessful
    case filterSuccessfulAndRedirect
    case json(failsOnEmptyData: Bool)
    case string(keyPath: String?)
    case person(keyPath: String?, failsOnEmptyData: Bool)
}
