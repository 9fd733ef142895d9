import Foundation
import Talyn
import TestSupport
import Testing

/// Runs the examples of GraphQL.md, JSONRPC.md and Patching.md.
struct ProtocolExamplesTests {
    /// A transport that answers with a body, and records the requests.
    private func transport(_ answer: String, _ requests: Recorder<OutgoingRequest>) -> ClosureTransport {
        ClosureTransport { request in
            requests.record(request)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data(answer.utf8)))
        }
    }

    private let requests = Recorder<OutgoingRequest>()

    private func provider(_ answer: String) -> MultiProvider {
        MultiProvider(transport: transport(answer, requests))
    }

    private func sentBody() async throws -> String {
        let body = try #require(requests.events.first?.body)
        return String(decoding: try await body.collect(upTo: 10_000), as: UTF8.self)
    }

    @Test func graphQLGivesDataOrATypedError() async throws {
        let hero = try await GraphQLExamples.call(provider(#"{"data": {"hero": {"name": "R2"}}}"#))
        #expect(hero == "R2")
        let query = #"{"query":"query($id: ID!) { hero(id: $id) { name } }","variables":{"id":7}}"#
        #expect(try await sentBody() == query)
        let target = GraphQLExamples.GraphQL<GraphQLExamples.HeroQuery>(document: "{ hero { name } }")
        let missing = provider(#"{"data": null, "errors": [{"message": "No", "extensions": {"code": "NOT_FOUND"}}]}"#)
        #expect(try await GraphQLExamples.failure(missing, target) == nil)
        let failing = provider(#"{"errors": [{"message": "a", "path": ["hero", 0]}, {"message": "b"}]}"#)
        let failure = await #expect(throws: GraphQLExamples.GraphQLFailure.self) {
            try await GraphQLExamples.failure(failing, target)
        }
        #expect(failure?.errors.map(\.message) == ["a", "b"])
        let partial = try await GraphQLExamples.partial(
            provider(#"{"data": {"hero": {"name": "R2"}}, "errors": [{"message": "slow"}]}"#),
            target
        )
        #expect(partial.data?.hero.name == "R2" && partial.errors?.count == 1)
    }

    @Test func remoteProcedureGivesAResultOrATypedError() async throws {
        #expect(try await JSONRPCExamples.call(provider(#"{"jsonrpc": "2.0", "id": 1, "result": 3}"#)) == 3)
        #expect(try await sentBody() == #"{"id":1,"jsonrpc":"2.0","method":"add","params":{"a":1,"b":2}}"#)
        let failing = provider(#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "No method"}}"#)
        let error = await #expect(throws: JSONRPCExamples.RPCError.self) { try await JSONRPCExamples.call(failing) }
        #expect(error?.code == -32601 && error?.message == "No method")
        let weather = #"{"jsonrpc": "2.0", "id": 1, "result": {"summary": "Rain", "days": [{"low": -3}]}}"#
        #expect(try await JSONRPCExamples.weather(provider(weather)).map(\.low) == [-3])
    }

    @Test func patchNamesOnlyWhatChanges() async throws {
        let bookshop = Provider<PatchExamples.Bookshop>(transport: transport("", requests))
        try await PatchExamples.update(bookshop)
        #expect(try await sentBody() == #"{"subtitle":null,"title":"Kim"}"#)
        #expect(requests.events.first?.headerFields["Content-Type"] == "application/merge-patch+json")
        #expect(PatchExamples.form(subtitle: nil).subtitle == .clear)
    }
}
