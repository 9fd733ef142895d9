public import Foundation
public import HTTPTypes
public import TalynCore
public import TalynPlugins
import TalynURLSession
import _TalynSupport

#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MultiTarget {
    /// A Moya target, for a `Provider` of Talyn's.
    ///
    /// ```swift
    /// let provider = TalynCore.Provider<MultiTarget.ForTalyn>(plugins: [RetryPlugin()])
    /// let user = try await provider.request(MultiTarget.ForTalyn(GitHub.user("ada")), as: User.self)
    /// ```
    ///
    /// It keeps the sample data, the validation, the authorization type and the task of the target. If the target's request
    /// can't be made, the call fails with that error. Moya's plugins and the `Session` don't take part in the call. The
    /// destination of a download task isn't used: call `download(_:to:)`.
    public struct ForTalyn: TalynCore.TargetType, CustomStringConvertible, @unchecked Sendable {
        // Unchecked for the target: Moya doesn't ask targets to be sendable. They are read only.

        /// The target.
        public let target: any TargetType

        private let request: Result<URLRequest, any Error>
        private let moyaTask: Task

        /// Wraps a target.
        public init(_ target: any TargetType) {
            self.target = target
            let multiTarget = MultiTarget(target)
            moyaTask = target.task
            request = Result { try MoyaProvider.defaultEndpointMapping(for: multiTarget).urlRequest() }
        }

        private var urlRequest: URLRequest? { try? request.get() }

        public var baseURL: URL { urlRequest?.url ?? target.baseURL }

        public var path: RequestPath { "" }

        public var method: HTTPRequest.Method { HTTPRequest.Method(target.method.rawValue) ?? .get }

        public var body: RequestBody { RequestBody(moyaTask, body: urlRequest?.httpBody) }

        public var headerFields: HTTPFields { HTTPFields(of: urlRequest) }

        public var sampleData: Data { target.sampleData }

        public var validation: StatusValidation { StatusValidation(target.validationType) }

        public var targetName: String { TypeName.ofValue(target) }

        public var description: String { "\(target)" }

        /// - Throws: The reason for which the target makes no request.
        public func checkBeforeSending() throws {
            do {
                // Header fields of HTTPTypes would replace invalid characters.
                try RequestError.check(request.get())
            } catch let error as MoyaError {
                throw TalynError(.invalidRequest, underlyingError: error)
            }
        }
    }
}

extension MultiTarget.ForTalyn: Equatable {
    /// Whether the targets have the same type and make the same request.
    public static func == (left: MultiTarget.ForTalyn, right: MultiTarget.ForTalyn) -> Bool {
        type(of: left.target) == type(of: right.target)
            && MoyaProvider.defaultEndpointMapping(for: MultiTarget(left.target))
                == MoyaProvider.defaultEndpointMapping(for: MultiTarget(right.target))
    }
}

extension MultiTarget.ForTalyn: TalynPlugins.AccessTokenAuthorizable {
    public var authorizationType: TalynPlugins.AuthorizationType? {
        switch (target as? any AccessTokenAuthorizable)?.authorizationType {
        case .basic: .basic
        case .bearer: .bearer
        case .custom(let scheme): .custom(scheme)
        case nil: nil
        }
    }
}
