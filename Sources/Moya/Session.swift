public typealias Session = URLSessionTransport  // temporary

extension Provider {
    /// The session of providers that are given none.
    public final class func defaultAlamofireSession() -> Session { .shared }
}
