import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A target of which a test sets what it needs.
struct Sample: TargetType {
    var baseURL = URL(string: "https://example.com")!
    var path = "/things"
    var method = Moya.Method.get
    var task = Task.requestPlain
    var headers: [String: String]?
    var validationType = ValidationType.none
    var sampleData = Data()

    /// The endpoint that a provider makes of the target by default.
    var endpoint: Endpoint {
        MoyaProvider<Sample>.defaultEndpointMapping(for: self)
    }

    func urlRequest() throws -> URLRequest {
        try endpoint.urlRequest()
    }
}

/// A target of another type, with nothing but what the protocol asks for.
struct Other: TargetType {
    var baseURL = URL(string: "https://other.example")!
    var path = "other"
    var method = Moya.Method.post
    var task = Task.requestPlain
    var headers: [String: String]? = ["X-Other": "yes"]
}

struct Person: Codable, Equatable {
    var name: String
}

/// What happened, in order, from any thread.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String] = []

    var lines: [String] {
        lock.withLock { entries }
    }

    func add(_ line: String) {
        lock.withLock { entries.append(line) }
    }
}

/// A place for something that a closure finds out.
final class Box<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) {
        stored = value
    }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}

/// A plugin that writes down which of its functions are called.
final class Recorder: PluginType, @unchecked Sendable {
    let name: String
    let log: Log

    init(_ name: String = "plugin", log: Log = Log()) {
        self.name = name
        self.log = log
    }

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        log.add("\(name) prepare")
        return request
    }

    func willSend(_ request: RequestType, target: TargetType) {
        log.add("\(name) willSend")
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        log.add("\(name) didReceive")
    }

    func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        log.add("\(name) process")
        return result
    }
}

/// A plugin made of closures.
final class ClosurePlugin: PluginType, @unchecked Sendable {
    var onPrepare: (URLRequest, TargetType) -> URLRequest = { request, _ in request }
    var onWillSend: (RequestType, TargetType) -> Void = { _, _ in }
    var onDidReceive: (Result<Response, MoyaError>, TargetType) -> Void = { _, _ in }
    var onProcess: (Result<Response, MoyaError>, TargetType) -> Result<Response, MoyaError> = { result, _ in result }

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        onPrepare(request, target)
    }

    func willSend(_ request: RequestType, target: TargetType) {
        onWillSend(request, target)
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        onDidReceive(result, target)
    }

    func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        onProcess(result, target)
    }
}

extension MoyaProvider {
    /// Makes a request and waits for its result.
    func result(
        of target: Target,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil
    ) async -> Result<Response, MoyaError> {
        await withCheckedContinuation { continuation in
            request(target, callbackQueue: callbackQueue, progress: progress) { result in
                continuation.resume(returning: result)
            }
        }
    }
}

extension MoyaError {
    /// The name of the error's case.
    var caseName: String {
        switch self {
        case .imageMapping: return "imageMapping"
        case .jsonMapping: return "jsonMapping"
        case .stringMapping: return "stringMapping"
        case .objectMapping: return "objectMapping"
        case .encodableMapping: return "encodableMapping"
        case .statusCode: return "statusCode"
        case .underlying: return "underlying"
        case .requestMapping: return "requestMapping"
        case .parameterEncoding: return "parameterEncoding"
        }
    }

    /// What the error wraps if it is `underlying`.
    var wrapped: (any Error)? {
        if case .underlying(let error, _) = self { return error }
        return nil
    }
}

extension Result where Failure == MoyaError {
    var error: MoyaError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

/// The error that `body` throws if it is one of Moya's.
func moyaError<Value>(_ body: () throws -> Value) -> MoyaError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? MoyaError
    }
}

extension Data {
    var text: String {
        String(decoding: self, as: UTF8.self)
    }
}

/// A queue that can be recognised from code that runs on it.
final class MarkedQueue: @unchecked Sendable {
    private static let key = DispatchSpecificKey<UUID>()
    private let mark = UUID()
    let queue = DispatchQueue(label: "observed")

    init() {
        queue.setSpecific(key: Self.key, value: mark)
    }

    /// Whether the code that asks runs on the queue.
    var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.key) == mark
    }
}

/// What the server tells about the request it got.
struct Echo {
    let members: [String: Any]

    init(_ result: Result<Response, MoyaError>) throws {
        members = try result.get().mapJSON() as? [String: Any] ?? [:]
    }

    var method: String? { members["method"] as? String }
    var url: String? { members["url"] as? String }
    var data: String? { members["data"] as? String }
    var args: [String: String] { members["args"] as? [String: String] ?? [:] }
    var form: [String: String] { members["form"] as? [String: String] ?? [:] }
    var files: [String: String] { members["files"] as? [String: String] ?? [:] }
    var json: [String: String] { members["json"] as? [String: String] ?? [:] }
    var headers: [String: String] { members["headers"] as? [String: String] ?? [:] }
}

/// The main queue. (On Linux, what runs on it isn't always on the main thread.)
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Gets ready to recognise the queue.
    static func mark() {
        _ = key
    }

    /// Whether the code that asks runs on the main queue.
    static var isCurrent: Bool {
        DispatchQueue.getSpecific(key: key) == true
    }
}
