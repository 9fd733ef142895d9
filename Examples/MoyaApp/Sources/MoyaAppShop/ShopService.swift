import Foundation
import Moya
import MoyaAppCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The calls of the shop's screens.
public final class ShopService {
    private let orders: MoyaProvider<OrderTarget>
    private let media: MoyaProvider<MediaTarget>
    private var upload: Cancellable?

    public init(tokens: TokenStore, stubbed: Bool, extraPlugins: [PluginType] = []) {
        let bearer = AccessTokenPlugin { target in
            (target as? APITarget)?.apiVersion == "v2" ? "media-token" : tokens.accessToken ?? ""
        }
        let credentials = CredentialsPlugin { target -> URLCredential? in
            guard case OrderTarget.importCSV? = target as? OrderTarget else { return nil }
            return URLCredential(user: "import", password: "secret", persistence: .none)
        }
        orders = NetworkProvider(
            endpointClosure: MoyaProvider<OrderTarget>.appEndpoint,
            stubClosure: { target in
                guard stubbed else { return .never }
                if case .all = target { return .delayed(seconds: 0.05) }
                return .immediate
            },
            plugins: [bearer, credentials, EnvelopePlugin()] + extraPlugins
        )
        media = MoyaProvider<MediaTarget>(
            stubClosure: stubbed ? MoyaProvider.delayedStub(0.05) : MoyaProvider.neverStub,
            plugins: [bearer, EnvelopePlugin()],
            trackInflights: true
        )
    }

    public func open(completion: @escaping (Result<[Order], APIError>) -> Void) {
        orders.request(.all(states: ["open", "sent"])) { completion($0.mapModel()) }
    }

    public func place(_ items: [OrderItem], completion: @escaping (Result<Order, APIError>) -> Void) {
        orders.request(.place(items), as: Order.self, completion: completion)
    }

    public func pay(_ id: Int, token: Data, completion: @escaping (APIError?) -> Void) {
        orders.request(.pay(id: id, token: token), callbackQueue: .main) { result in
            switch result {
            case .success: completion(nil)
            case .failure(let error): completion(error.apiError)
            }
        }
    }

    public func importOrders(_ csv: String) async throws {
        _ = try await orders.request(.importCSV(Data(csv.utf8))).filter(statusCode: 200)
    }

    public func uploadPhotos(
        _ photos: [Data],
        caption: String,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<URL, APIError>) -> Void
    ) {
        upload?.cancel()
        upload = media.request(.photos(photos, caption: caption), progress: { progress($0.progress) }) {
            [weak self] result in
            self?.upload = nil
            completion(result.mapModel([String: URL].self).map { $0["url"]! })
        }
    }

    public func uploadAvatar(_ data: Data, completion: @escaping Completion) {
        media.request(.avatar(InputStream(data: data), length: UInt64(data.count), crop: true), completion: completion)
    }

    public func uploadFile(_ file: URL, isVideo: Bool, completion: @escaping Completion) {
        media.request(isVideo ? .video(file) : .document(file), completion: completion)
    }

    public func cancelUpload() {
        upload?.cancel()
    }

    public var isUploading: Bool { return upload.map { !$0.isCancelled } ?? false }
}
