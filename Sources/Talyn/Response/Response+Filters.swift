extension Response {
    /// Returns the response if its status code is in a range.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filter<R: RangeExpression>(statusCodes: R) throws(TalynError) -> Response where R.Bound == Int {
        guard statusCodes.contains(statusCode) else { throw .statusCode(self) }
        return self
    }

    /// Returns the response if it has the given status code.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filter(statusCode: Int) throws(TalynError) -> Response {
        try filter(statusCodes: statusCode...statusCode)
    }

    /// Returns the response if its status code is in 200 to 299.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filterSuccessfulStatusCodes() throws(TalynError) -> Response {
        try filter(statusCodes: 200...299)
    }

    /// Returns the response if its status code is in 200 to 399.
    ///
    /// - Throws: ``TalynError/statusCode(_:)`` otherwise.
    public func filterSuccessfulStatusAndRedirectCodes() throws(TalynError) -> Response {
        try filter(statusCodes: 200...399)
    }
}
