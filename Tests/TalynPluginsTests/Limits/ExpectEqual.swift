import Testing

/// Expects two values to be equal, of which the first may come of a change, as it can't within `#expect`.
func expectEqual<Value: Equatable>(
    _ left: Value,
    _ right: Value,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(left == right, comment, sourceLocation: sourceLocation)
}
