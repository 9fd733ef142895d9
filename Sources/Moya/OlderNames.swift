// The spellings of Moya 11 to 13 that differ from those of 14 and 15.

@available(*, deprecated, renamed: "Session")
public typealias Manager = Session

extension Provider {
    @available(
        *,
        deprecated,
        renamed: "init(endpointClosure:requestClosure:stubClosure:callbackQueue:session:plugins:trackInflights:)"
    )
    @preconcurrency
    public convenience init(
        endpointClosure: @escaping EndpointClosure = Provider.defaultEndpointMapping,
        requestClosure: RequestClosure? = nil,
        stubClosure: @escaping StubClosure = Provider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        manager: Session,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false
    ) {
        self.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            callbackQueue: callbackQueue,
            session: manager,
            plugins: plugins,
            trackInflights: trackInflights
        )
    }

    @available(*, deprecated, renamed: "defaultAlamofireSession")
    public final class func defaultAlamofireManager() -> Session { defaultAlamofireSession() }
}
