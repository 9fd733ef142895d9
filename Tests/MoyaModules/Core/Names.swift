// Public names of the app's core module. Some other library has each of them, too, and `import Moya` alone brings none of them.

public struct HTTPHeaders {
    public var values: [String: [String]] = [:]

    public init() {}
}

public enum RetryResult { case again, never }

public protocol RequestAdapter { func adapt(_ path: String) -> String }

public protocol RequestRetrier { func decide(_ status: Int) -> RetryResult }

public protocol URLRequestConvertible { var text: String { get } }

public protocol URLConvertible { var text: String { get } }

public final class DownloadRequest {
    public let file: String

    public init(file: String) { self.file = file }
}

public enum Redirector { case everywhere }

public struct HTTPHeader { public init() {} }

public protocol MoyaTarget { var number: Int { get } }

public final class Manager {
    public let name: String

    public init(name: String) { self.name = name }
}

public enum AFError: Error { case own }
