import Foundation

public enum AppConfig {
    public static var host = "api.example.com"
    public static let clientName = "MoyaApp/1.4.2"
    public static let timeout: TimeInterval = 15
    public static let signingKey = "f7c1"
}

/// Holds the tokens of the signed-in customer.
public final class TokenStore {
    public static let shared = TokenStore()

    private let queue = DispatchQueue(label: "com.example.moyaapp.tokens")
    private var token: String?

    public init(token: String? = nil) {
        self.token = token
    }

    public var accessToken: String? {
        get { return queue.sync { token } }
        set { queue.sync { token = newValue } }
    }

    public var isSignedIn: Bool { return accessToken?.isEmpty == false }
}
