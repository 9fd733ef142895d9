/// A target that says how ``AccessTokenPlugin`` authorizes its calls.
public protocol AccessTokenAuthorizable {
    /// The scheme of the token; nil for a call that needs none.
    var authorizationType: AuthorizationType? { get }
}

extension MultiTarget: AccessTokenAuthorizable {
    /// That of the wrapped target; nil if it has none.
    public var authorizationType: AuthorizationType? {
        (target as? any AccessTokenAuthorizable)?.authorizationType
    }
}
