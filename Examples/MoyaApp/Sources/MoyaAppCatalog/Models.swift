import Foundation

public struct Repository: Codable, Equatable {
    public struct Owner: Codable, Equatable {
        public let login: String
    }

    public let id: Int
    public let fullName: String
    public let owner: Owner
    public let stargazersCount: Int?
    public let createdAt: Date?
}

public struct Product: Codable, Hashable {
    public let id: String
    public let name: String
    public let price: Decimal
    public var tags: [String]?

    public init(id: String, name: String, price: Decimal, tags: [String]? = nil) {
        self.id = id
        self.name = name
        self.price = price
        self.tags = tags
    }
}

public struct Page<Item: Codable>: Codable {
    public let totalCount: Int
    public let items: [Item]
}
