#if Tools
import Testing
import _TalynSupport

@testable import TalynOpenAPI

struct ServerTests {
    private func generated(_ servers: String, of operation: String = "") throws -> Generated {
        try Generated(
            "openapi: 3.1.0\n\(servers)\npaths: {/pets: {get: {operationId: list, \(operation)responses: {'204': {description: a}}}}}"
        )
    }

    @Test(arguments: [
        ("/api/v3", "/api/v3/pets"), ("/api/v3/", "/api/v3/pets"), ("api", "/api/pets"), ("./../api", "/api/pets"),
        ("/{version}/x', variables: {version: {default: v1}}, description: '", "/v1/x/pets"),
    ])
    func relativeServerIsPartOfThePaths(_ url: String, _ path: String) throws {
        let generated = try generated("servers: [{url: '\(url)'}]")
        #expect(generated.has("\"GET\", \"\(path)\", at: Shop.server"))
        #expect(generated.has("public init(host: URL, plugins:"))
        #expect(!generated.text.contains("localhost"))
    }

    @Test(arguments: ["", "servers: []", "servers: [{url: /}]"])
    func clientOfUnknownServersNeedsOne(_ servers: String) throws {
        let generated = try generated(servers)
        #expect(generated.has("\"GET\", \"/pets\", at: Shop.server"))
        #expect(generated.has("public init(baseURL: URL, plugins:"))
    }

    @Test func operationHasItsOwnPath() throws {
        let own = "servers: [{url: /v2}], "
        #expect(try generated("servers: [{url: /v1}]", of: own).has("\"GET\", \"/v2/pets\", at: Shop.server"))
        let absolute = try generated("servers: [{url: 'https://shop.example/v1'}]", of: own)
        #expect(absolute.has("\"GET\", \"/pets\", at: Shop.url(\"https://shop.example/v2\")"))
    }

    /// Without the slash, another host would get the calls.
    @Test(arguments: ["v1", "/v1"])
    func basePathIsNoPartOfTheHost(_ path: String) throws {
        let generated = try Generated(
            "swagger: '2.0'\nhost: api.example\nbasePath: \(path)\npaths: {/pets: {get: {operationId: list, responses: {}}}}"
        )
        #expect(generated.has("server = url(\"https://api.example/v1\")"))
        #expect(generated.messages.count == (path.hasPrefix("/") ? 0 : 1))
    }

    @Test func serverWithVariablesHasAScheme() throws {
        let generated = try generated(
            "servers: [{url: '//{region}.shop.example/v1/', variables: {region: {default: eu, enum: [eu, us]}}}]"
        )
        #expect(generated.has("server = url(\"https://eu.shop.example/v1\")"))
        #expect(generated.has(#"Shop.url("https://\(region).shop.example/v1")"#))
    }

    @Test func serversThatNoCallHasAreReported() throws {
        func messages(_ servers: String, of operation: String = "") throws -> [String] {
            try generated(servers, of: operation).output.diagnostics.filter { $0.pointer.contains("servers") }.map(
                \.pointer
            )
        }
        #expect(try messages("servers: [{url: /v1}, {url: /v2}]") == ["#/servers/1"])
        #expect(try messages("servers: [{url: /v1}, {url: 'https://shop.example'}]") == ["#/servers/0"])
        #expect(try messages("servers: [{url: 'https://shop example'}]") == ["#/servers/0"])
        #expect(
            try messages("servers: [{url: /v1}]", of: "servers: [{url: 'https://a.example'}], ")
                == ["#/paths/~1pets/get/servers/0"]
        )
    }

    @Test(arguments: ["'https://{region}.shop.example'", "'/{region}'"])
    func fixedVariablesOfAnOperationAreReported(_ url: String) throws {
        let own = "servers: [{url: \(url), variables: {region: {default: eu}}}], "
        let generated = try generated("servers: [{url: 'https://shop.example'}]", of: own)
        #expect(generated.output.diagnostics.map(\.pointer).contains("#/paths/~1pets/get/servers/0/variables"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test func commentsHaveNoControlCharacters() throws {
        let generated = try Generated(
            #"{"openapi": "3.0.0", "info": {"title": "T"}, "paths": {"/a": {"get": {"operationId": "a\u0000b", "tags": ["x\u0000y\u202e"], "responses": {}}}}}"#
        )
        let scalars = generated.text.unicodeScalars
        #expect(!scalars.contains { $0.isControl && $0 != "\n" })
        #expect(generated.text.contains(#""a\u{0}b", tag: "x\u{0}y\u{202e}""#))
    }
}
#endif
