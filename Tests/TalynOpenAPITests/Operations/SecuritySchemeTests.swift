#if Tools
import Testing

@testable import TalynOpenAPI

/// The words of security schemes that differ from the usual ones.
struct SecuritySchemeTests {
    private func generated(_ schemes: String, servers: String = "[{url: 'https://api.example/v1'}]") throws -> Generated
    {
        try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            servers: \(servers)
            paths: {/a: {get: {operationId: a, responses: {}}}}
            components: {securitySchemes: {\(schemes)}}
            """
        )
    }

    /// Some servers compare the name, though its case has no meaning.
    @Test func schemeIsSentAsTheDocumentHasIt() throws {
        let generated = try generated(
            "a: {type: http, scheme: Token}, b: {type: http, scheme: Bearer}, c: {type: http, scheme: BASIC}"
        )
        #expect(generated.has(#""a": .http("Token"), "b": .bearer, "c": .basic"#))
    }

    @Test func relativeURLsAreThoseOfTheServer() throws {
        let schemes = "a: {type: openIdConnect, openIdConnectUrl: /.well-known/openid-configuration}"
        #expect(try generated(schemes).has(#"public static let aIssuer = "https://api.example""#))
        let relative = try generated(schemes, servers: "[{url: /v1}]")
        #expect(!relative.has("aIssuer"))
        #expect(
            relative.messages.contains { $0.contains("The URL is relative, and the document doesn't name its host.") }
        )
        let metadata = try generated(
            "a: {type: oauth2, oauth2MetadataUrl: /.well-known/oauth-authorization-server, flows: {}}"
        )
        #expect(metadata.has(#"public static let aIssuer = "https://api.example""#))
    }
}
#endif
