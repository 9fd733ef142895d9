#if Macros
import Foundation
import TalynMacros

// What both versions of the API speak of.

enum Sort: String, Codable, Sendable {
    case newest = "created_at"
    case best = "stars/desc"
}

enum Level: Int, Codable, Sendable {
    case low = 1
    case high = 9
}

struct Author: Codable, Sendable, Equatable {
    var fullName: String
    var homePage: URL?
}

struct Draft: Codable, Sendable, Equatable {
    var title: String
    var firstAuthor: Author
    var labels: [String]
    var dueAt: Date?
}

struct Account: Codable, Sendable, Equatable {
    var userName: String
    var isAdmin: Bool
    var invitedBy: String?
}

struct Complaint: Codable, Sendable, Equatable {
    var detail: String
}
/// Formats that are given as a whole.
enum Formats {
    static let spaced = CodingOptions { $0.configureEncoder = { $0.outputFormatting = [.sortedKeys, .prettyPrinted] } }
}
#endif
