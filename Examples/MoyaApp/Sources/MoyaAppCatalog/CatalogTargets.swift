import Foundation
import Moya
import MoyaAppCore

private let stubs = StubFiles(bundle: .module)

/// A target of the public part of the shop.
public protocol CatalogTarget: APITarget, DecodableTargetType {}

public extension CatalogTarget {
    var method: Moya.Method { return .get }
    var keyPath: String? { return "data" }
    var authorizationType: AuthorizationType? { return nil }
}

public struct ProductList: CatalogTarget {
    public typealias ResultType = Page<Product>

    public let page: Int
    public let tags: [String]

    public init(page: Int = 1, tags: [String] = []) {
        self.page = page
        self.tags = tags
    }

    public var path: String { return "products" }
    public var task: Task {
        var parameters: [String: Any] = ["page": page]
        if !tags.isEmpty { parameters["tags"] = tags }
        return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
    }
    public var sampleData: Data { return stubs.data("products") }
}

public struct ProductDetails: CatalogTarget {
    public typealias ResultType = Product

    public let id: String

    public init(id: String) {
        self.id = id
    }

    public var path: String { return "products/\(id)" }
    public var task: Task { return .requestPlain }
    public var isSigned: Bool { return true }
    public var showsLoading: Bool { return false }
    public var sampleData: Data {
        return "{\"code\":0,\"data\":{\"id\":\"\(id)\",\"name\":\"Teapot\",\"price\":24.5}}".utf8Data
    }
}

public struct PriceSheet: CatalogTarget {
    public typealias ResultType = Empty

    public let currency: String
    public let destination: URL

    public init(currency: String, destination: URL) {
        self.currency = currency
        self.destination = destination
    }

    public var path: String { return "prices.csv" }
    public var task: Task {
        let file = destination
        let destination: DownloadDestination = { _, _ in (file, [.removePreviousFile, .createIntermediateDirectories]) }
        return .downloadParameters(
            parameters: ["currency": currency],
            encoding: URLEncoding.default,
            destination: destination
        )
    }
}
