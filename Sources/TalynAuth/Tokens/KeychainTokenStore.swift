#if canImport(Security)
public import Foundation
import Security

/// Keeps tokens in the keychain of the device.
///
/// They are readable after the first unlock, on this device only, and are not part of a backup that is restored elsewhere.
public struct KeychainTokenStore: TokenStore {
    /// The keychain failed.
    public struct Failure: LocalizedError, Sendable, Hashable {
        /// The code of the Security framework, such as `errSecInteractionNotAllowed`.
        public let status: Int32

        public var errorDescription: String? { "The keychain failed with the code \(status)." }
    }

    private let service: String
    private let account: String
    private let accessGroup: String?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The name of the entry, such as the bundle identifier of the app.
    ///   - account: The name of the user, or of the session.
    ///   - accessGroup: The access group, for several apps or extensions that share the tokens.
    public init(service: String, account: String = "oauth", accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }

    private var query: [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
            kSecUseDataProtectionKeychain as String: true,
        ]
        if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
        return query
    }

    public func load() async throws -> Data? {
        var query = query
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw Failure(status: status) }
        return result as? Data
    }

    public func save(_ tokens: Data?) async throws {
        guard let tokens else {
            let status = SecItemDelete(query as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
            return
        }
        let content = [kSecValueData as String: tokens]
        var status = SecItemUpdate(query as CFDictionary, content as CFDictionary)
        if status == errSecItemNotFound {
            var query = query
            query[kSecValueData as String] = tokens
            query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(query as CFDictionary, nil)
            // Another process has added it meanwhile.
            if status == errSecDuplicateItem {
                status = SecItemUpdate(self.query as CFDictionary, content as CFDictionary)
            }
        }
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
#endif
