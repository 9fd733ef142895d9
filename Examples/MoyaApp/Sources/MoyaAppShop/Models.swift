import Foundation

public struct OrderItem: Codable, Equatable {
    public let productID: String
    public let count: Int

    public init(productID: String, count: Int) {
        self.productID = productID
        self.count = count
    }
}

public struct Order: Codable, Equatable {
    public let id: Int
    public let state: String
}

public struct Address: Codable {
    public var street: String
    public var postalCode: String

    public init(street: String, postalCode: String) {
        self.street = street
        self.postalCode = postalCode
    }
}

public struct NewReview: Encodable {
    public let stars: Int
    public let writtenAt: Date

    public init(stars: Int, writtenAt: Date) {
        self.stars = stars
        self.writtenAt = writtenAt
    }
}
