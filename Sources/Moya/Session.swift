#if Alamofire
import TalynAlamofire

extension Provider {
    /// The session of providers that ask for one of Alamofire's.
    public final class func defaultAlamofireSession() -> Session { AlamofireTransport.defaultSession }
}
#else
extension Provider {
    /// The session of providers that are given none.
    public final class func defaultAlamofireSession() -> Session { .default }
}

/// What a `RequestRetrier` is asked about: ``Talyn/SessionRequest``.
public typealias Request = SessionRequest
#endif
