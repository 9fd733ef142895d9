import Foundation
import Moya

/// The part of a screen that plugins use.
public protocol Presenter: AnyObject {
    func showLoading()
    func hideLoading()
    func showToast(_ text: String)
}

/// Shows an indicator while calls are under way.
public final class LoadingPlugin: PluginType {
    private weak var presenter: Presenter?
    private var calls = 0

    public init(presenter: Presenter) {
        self.presenter = presenter
    }

    public func willSend(_ request: RequestType, target: TargetType) {
        guard showsLoading(target) else { return }
        calls += 1
        if calls == 1 { presenter?.showLoading() }
    }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
        guard showsLoading(target) else { return }
        calls -= 1
        if calls == 0 { presenter?.hideLoading() }
    }

    private func showsLoading(_ target: TargetType) -> Bool {
        let target = (target as? MultiTarget)?.target ?? target
        return (target as? APITarget)?.showsLoading ?? false
    }
}

/// Shows errors.
public final class ErrorToastPlugin: PluginType {
    private weak var presenter: Presenter?

    public init(presenter: Presenter?) {
        self.presenter = presenter
    }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
        switch result {
        case .success:
            break
        case .failure(let error):
            let target = (target as? MultiTarget)?.target as? APITarget
            guard let text = target?.errorMessage ?? error.apiError.errorDescription else { return }
            presenter?.showToast(text)
        }
    }
}

/// Remembers the last calls, for the screen that developers open.
public final class RequestLogPlugin: PluginType {
    public static let shared = RequestLogPlugin()

    public private(set) var lines: [String] = []
    public private(set) var curl: String?
    public private(set) var userAgent: String?

    public init() {}

    public func willSend(_ request: RequestType, target: TargetType) {
        guard let urlRequest = request.request else { return }
        let fields = request.sessionHeaders.merging(urlRequest.allHTTPHeaderFields ?? [:]) { $1 }
        userAgent = fields["User-Agent"]
        lines.append("→ \(urlRequest.httpMethod ?? "?") \(urlRequest.url?.absoluteString ?? "")")
        _ = request.cURLDescription { [weak self] text in
            self?.curl = text
        }
    }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
        switch result {
        case let .success(response): lines.append("← \(response.statusCode) \(response.data.count) bytes")
        case let .failure(error): lines.append("← \(error.localizedDescription)")
        }
    }

    public func removeAll() {
        lines.removeAll()
        curl = nil
    }
}

public extension NetworkLoggerPlugin {
    /// Prints each entry on one line.
    static func app(output: @escaping (String) -> Void = { print($0) }) -> NetworkLoggerPlugin {
        let formatter = NetworkLoggerPlugin.Configuration.Formatter(
            entry: { identifier, message, _ in "[\(identifier)] \(message)" },
            requestData: { "\($0.count) bytes" },
            responseData: { data in
                guard let object = try? JSONSerialization.jsonObject(with: data),
                    let json = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
                else { return String(data: data, encoding: .utf8) ?? "" }
                return String(decoding: json, as: UTF8.self)
            }
        )
        let configuration = Configuration(
            formatter: formatter,
            output: { _, items in items.forEach(output) },
            logOptions: [.requestMethod, .requestBody, .successResponseBody, .errorResponseBody]
        )
        return NetworkLoggerPlugin(configuration: configuration)
    }
}
