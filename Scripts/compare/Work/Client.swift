#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A client as its documentation shows it, with its defaults and one session for all calls.
protocol Client: Sendable {
    /// A large body, in the form that the client takes without a copy.
    associatedtype Payload: Sendable

    /// - Parameter server: The URL of the server, without a slash at its end.
    init(server: String) throws

    /// The number of bytes in the file of a name.
    func get(_ name: String) async throws -> Int

    /// Sends JSON, and decodes the JSON of the response.
    func post(_ order: Order) async throws -> Receipt

    static func payload(of size: Int) -> Payload

    /// Sends the body to `/upload`, and reads the response.
    func upload(_ payload: Payload) async throws
}

struct Order: Codable, Sendable {
    var book = 42
    var copies = 3
    var note = "Please wrap it as a present."
    var address = ["1 Harbour Street", "Lisbon"]
}

struct Receipt: Codable, Sendable {
    var id: Int
    var total: String
}

struct UnexpectedAnswer: Error {}
