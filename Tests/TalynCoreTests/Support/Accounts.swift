import Foundation
import TalynCore

/// An API that checks its targets, and explains its failures.
enum Accounts: TargetType {
    case create(name: String)
    case verify(phone: String)

    var baseURL: URL { URL(string: "https://accounts.example.com")! }
    var path: RequestPath { "/accounts" }
    var method: HTTPRequest.Method { .post }
    var failureBodyType: (any (Decodable & Sendable).Type)? { Problem.self }

    func checkBeforeSending() throws {
        guard case .verify(let phone) = self, phone.count < 7 else { return }
        throw InvalidPhoneNumber(phone)
    }
}

struct Problem: Decodable, Equatable, Sendable {
    var title: String
}

struct InvalidPhoneNumber: Error, Equatable {
    let phone: String

    init(_ phone: String) {
        self.phone = phone
    }
}
