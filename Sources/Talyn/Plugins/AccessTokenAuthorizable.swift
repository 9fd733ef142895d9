/// A target that says how ``AccessTokenPlugin`` authorizes its calls.
public protocol AccessTokenAuthorizable: PlainlyAuthorizable {
    /// The scheme of the token; nil for a call that needs none.
    var authorizationType: AuthorizationType? { get }
}

extension MultiTarget: AccessTokenAuthorizable {
    /// That of the wrapped target; nil if it has none.
    public var authorizationType: AuthorizationType? {
        (target as? any AccessTokenAuthorizable)?.authorizationType
    }
}

/// Lets a target of Moya 13 or older, whose ``authorizationType`` is not optional, be ``AccessTokenAuthorizable``.
public protocol PlainlyAuthorizable {
    /// The scheme of the token; ``AuthorizationType/none`` for a call that needs none.
    // A comparison such as `target.authorizationType == .bearer` is to read the optional one.
    @_disfavoredOverload
    var authorizationType: AuthorizationType { get }
}

extension PlainlyAuthorizable {
    @_disfavoredOverload
    public var authorizationType: AuthorizationType { .unauthorized }
}

extension AccessTokenAuthorizable {
    @available(*, deprecated, message: "Declare authorizationType as AuthorizationType?; nil says what .none said.")
    public var authorizationType: AuthorizationType? {
        let type: AuthorizationType = (self as any PlainlyAuthorizable).authorizationType
        return type == .unauthorized ? nil : type
    }
}

extension AuthorizationType {
    /// What says that a call needs no token where nil can't be said.
    @available(*, deprecated, message: "Declare authorizationType as AuthorizationType? and return nil.")
    public static var none: AuthorizationType { unauthorized }

    /// A scheme that nobody can name otherwise: a line break ends no name of a scheme.
    static let unauthorized = AuthorizationType.custom("\n")
}
