public import _TalynFoundation

/// An error of a store.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CacheError: Error, Sendable, Hashable {
    /// The body is larger than the store allows.
    case tooLarge
    /// The store doesn't keep private responses.
    case isPrivate
    /// The folder can't be created.
    case cannotCreate(URL, reason: String)
    /// Another process has had the folder to itself for more than a second. Its responses are read, and no new one is stored.
    case busy(URL)
}

extension CacheError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .tooLarge: "The response is too large for the cache."
        case .isPrivate: "The cache doesn't store private responses."
        case .cannotCreate(let url, let reason): "The cache folder \(url.path) can't be created: \(reason)."
        case .busy(let url): "Another process has had the cache folder \(url.path) to itself for more than a second."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .tooLarge: "Raise the maximum size of the store."
        case .isPrivate: "Set the option storesPrivateResponses."
        case .cannotCreate: "Choose a folder that this user can write."
        case .busy: "If that process hangs, end it."
        }
    }
}
