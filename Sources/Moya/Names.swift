// Moya's names for what Talyn calls otherwise. The table in the migration guide says the same.

/// What calls targets: ``Talyn/Provider``.
public typealias MoyaProvider = Provider

/// Why a call failed: ``Talyn/TalynError``.
public typealias MoyaError = TalynError

/// Behaviour added to every call: ``Talyn/Plugin``.
public typealias PluginType = Plugin

/// What a request carries: ``Talyn/HTTPTask``. Swift's own `Task` is `_Concurrency.Task` where this module is imported.
public typealias Task = HTTPTask

/// A request method.
public typealias Method = HTTPRequest.Method

/// What calls targets, or stands in for what does: ``Talyn/ProviderType``.
public typealias MoyaProviderType = ProviderType

#if canImport(UIKit) || canImport(AppKit)
/// An image of the platform.
public typealias Image = PlatformImage
#endif
