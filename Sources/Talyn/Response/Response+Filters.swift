extension Response {
    /// The response itself if its status is in the range.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filter<R: RangeExpression>(statusCodes: R) throws(TalynError) -> Response where R.Bound == Int {
        guard statusCodes.contains(statusCode) else { throw .statusCode(self) }
        return self
    }

    /// The response itself if it has this status.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filter(statusCode: Int) throws(TalynError) -> Response {
        try filter(statusCodes: statusCode...statusCode)
    }

    /// The response itself if its status is in 200 to 299.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filterSuccessfulStatusCodes() throws(TalynError) -> Response {
        try filter(statusCodes: 200...299)
    }

    /// The response itself if its status is in 200 to 399.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filterSuccessfulStatusAndRedirectCodes() throws(TalynError) -> Response {
        try filter(statusCodes: 200...399)
    }
}
