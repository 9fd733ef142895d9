extension Response {
    /// The response, if its status code is in a range.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)`` otherwise.
    public func filter<R: RangeExpression>(statusCodes: R) throws -> Response where R.Bound == Int {
        guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
        return self
    }

    /// The response, if it has a status code.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)`` otherwise.
    public func filter(statusCode: Int) throws -> Response {
        try filter(statusCodes: statusCode...statusCode)
    }

    /// The response, if its status code is in 200 to 299.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)`` otherwise.
    public func filterSuccessfulStatusCodes() throws -> Response {
        try filter(statusCodes: 200...299)
    }

    /// The response, if its status code is in 200 to 399.
    ///
    /// - Throws: ``MoyaError/statusCode(_:)`` otherwise.
    public func filterSuccessfulStatusAndRedirectCodes() throws -> Response {
        try filter(statusCodes: 200...399)
    }
}
