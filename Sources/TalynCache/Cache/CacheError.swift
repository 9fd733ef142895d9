/// An error of a store.
enum CacheError: Error, Sendable, Hashable {
    /// The body is larger than the store allows.
    case tooLarge
}
