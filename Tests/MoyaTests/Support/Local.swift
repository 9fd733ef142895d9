import Foundation
import Moya

/// A target at any URL.
struct Local: TargetType {
    var baseURL: URL
    var path = ""
    var method = Moya.Method.get
    var task = Task.requestPlain
    var headers: [String: String]?
    var validationType = ValidationType.none
    var sampleData = Data()

    init(_ baseURL: URL, _ path: String = "", method: Moya.Method = .get, task: Task = .requestPlain) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.task = task
    }

    /// The target, with only 200 to 299 accepted.
    var strict: Local {
        var copy = self
        copy.validationType = .successCodes
        return copy
    }
}

extension MoyaProvider {
    /// The result of a call.
    func result(
        of target: Target,
        callbackQueue: DispatchQueue? = .global(),
        progress: ProgressBlock? = nil
    ) async -> Result<Moya.Response, MoyaError> {
        await withCheckedContinuation { continuation in
            request(target, callbackQueue: callbackQueue, progress: progress) { continuation.resume(returning: $0) }
        }
    }
}

extension Result where Success == Moya.Response, Failure == MoyaError {
    /// The error inside `underlying`.
    var underlying: Swift.Error? {
        if case .failure(.underlying(let error, _)) = self { return error }
        return nil
    }

    /// The error, if the call failed.
    var error: MoyaError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

/// Values that several threads write down.
final class Recorder<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Value] = []

    func record(_ value: Value) {
        lock.lock()
        recorded.append(value)
        lock.unlock()
    }

    var events: [Value] {
        lock.lock()
        defer { lock.unlock() }
        return recorded
    }
}
