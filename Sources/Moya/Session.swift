extension Provider {
    /// The session of providers that are given none.
    public final class func defaultAlamofireSession() -> Session { .default }
}
