import Foundation
import Talyn
import TalynOpenAPIRuntime

// The code of GraphQL.md and JSONRPC.md, compiled. ProtocolExamplesTests runs it.

enum GraphQLExamples {
    struct GraphQL<Result: Decodable & Sendable>: DecodableTargetType {
        typealias ResultType = Result

        let document: String
        var variables: RequestParameters = [:]

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/graphql" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody { .json(["query": document, "variables": variables]) }
        var envelope: ResponseEnvelope? { ResponseEnvelope(error: "errors.0", code: "errors.0.extensions.code") }
        var failureBodyType: (any (Decodable & Sendable).Type)? { GraphQLFailure.self }
    }

    struct GraphQLFailure: Error, Decodable {
        struct Entry: Decodable {
            let message: String
        }

        let errors: [Entry]
    }

    struct Hero: Decodable, Sendable {
        let name: String
    }

    struct HeroQuery: Decodable, Sendable {
        let hero: Hero
    }

    static func call(_ api: MultiProvider) async throws -> String {
        let target = GraphQL<HeroQuery>(document: "query($id: ID!) { hero(id: $id) { name } }", variables: ["id": 7])
        let hero = try await api.request(target).hero
        return hero.name
    }

    static func failure(_ api: MultiProvider, _ target: GraphQL<HeroQuery>) async throws -> HeroQuery? {
        do {
            return try await api.request(target)
        } catch {
            if error.envelopeError?.code == "NOT_FOUND" { return nil }
            throw error.failureBody as? GraphQLFailure ?? error
        }
    }

    struct Partial: Decodable {
        let data: HeroQuery?
        let errors: [GraphQLFailure.Entry]?
    }

    static func partial(_ api: MultiProvider, _ target: GraphQL<HeroQuery>) async throws -> Partial {
        let response: Response = try await api.request(target)
        let partial = try response.decode(Partial.self)
        return partial
    }
}

enum JSONRPCExamples {
    struct RPC<Result: Decodable & Sendable>: DecodableTargetType {
        typealias ResultType = Result

        let name: String
        var parameters: RequestParameters = [:]

        var baseURL: URL { URL(string: "https://node.example.com")! }
        var path: RequestPath { "/rpc" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody { .json(["jsonrpc": "2.0", "id": 1, "method": name, "params": parameters]) }
        var envelope: ResponseEnvelope? { ResponseEnvelope(error: "error", data: "result") }
    }

    struct RPCError: Error {
        let code: Int
        let message: String

        init?(_ error: TalynError) {
            guard let failure = error.envelopeError, let code = failure.code.flatMap({ Int($0) }) else { return nil }
            self.code = code
            message = failure.message ?? ""
        }
    }

    struct Day: Decodable, Sendable {
        let low: Int
    }

    static func weather(_ node: MultiProvider) async throws -> [Day] {
        let weather = try await node.request(RPC<JSONValue>(name: "weather", parameters: ["city": "Oslo"]))
        print(weather["summary"]?.string ?? "")
        let days = try weather["days"]?.decode([Day].self) ?? []
        return days
    }

    static func call(_ node: MultiProvider) async throws -> Int {
        do {
            let sum = try await node.request(RPC<Int>(name: "add", parameters: ["a": 1, "b": 2]))
            return sum
        } catch {
            throw RPCError(error) ?? error
        }
    }
}

// The code of Patching.md.

enum PatchExamples {
    struct BookPatch: Encodable, Sendable {
        var title = PatchValue<String>.keep
        var subtitle = PatchValue<String>.keep
        var pageCount = PatchValue<Int>.keep
    }

    enum Bookshop: TargetType {
        case book(id: Int)
        case update(id: Int, BookPatch)

        var baseURL: URL { URL(string: "https://books.example.com")! }

        var path: RequestPath {
            switch self {
            case .book(let id), .update(let id, _): "/books/\(id)"
            }
        }

        var method: HTTPRequest.Method { if case .update = self { .patch } else { .get } }

        var body: RequestBody {
            if case .update(_, let patch) = self { .json(patch) } else { .none }
        }

        var headerFields: HTTPFields {
            if case .update = self { [.contentType: "application/merge-patch+json"] } else { [:] }
        }
    }

    static func update(_ bookshop: Provider<Bookshop>) async throws {
        let patch = BookPatch(title: .set("Kim"), subtitle: .clear)
        _ = try await bookshop.request(.update(id: 7, patch))
    }

    static func form(subtitle: String?) -> BookPatch {
        let patch = BookPatch(subtitle: PatchValue(subtitle))
        return patch
    }
}
