#if Tools
import Testing

@testable import TalynOpenAPI

/// The servers and the credentials of operations.
struct OperationSecurityTests {
    @Test func scopesAreThoseOfTheFirstAlternative() throws {
        let flow = "{tokenUrl: 'https://l.example/t', scopes: {read: '', write: '', admin: ''}}"
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths:
              /a: {get: {operationId: a, security: [{user: [read, write], staff: [read]}, {user: [admin]}], responses: {}}}
              /b: {get: {operationId: b, security: [{user: []}, {user: [admin]}], responses: {}}}
            components:
              securitySchemes:
                user: {type: oauth2, flows: {clientCredentials: \(flow)}}
                staff: {type: oauth2, flows: {clientCredentials: \(flow)}}
            """
        )
        #expect(generated.has(#"scopes: ["staff": ["read"], "user": ["read", "write"]]"#))
        #expect(!generated.has(#"["admin"]"#) && !generated.has(#""admin", "#))
    }

    // MARK: Servers and security

    @Test func serversHaveVariables() throws {
        let generated = try Generated(
            "openapi: 3.0.0\ninfo: {title: a, version: '1'}\nservers: [{url: 'https://{region}.shop.example/v1/', description: Main, variables: {region: {default: eu}}}]\npaths: {}"
        )
        #expect(generated.has(#"public static let server = url("https://eu.shop.example/v1")"#))
        #expect(generated.has(#"public static func main(region: String = "eu") -> URL"#))
    }

    @Test func operationNamesItsCredentials() throws {
        let generated = try Generated(
            """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            security: [{key: []}]
            paths: {/a: {get: {operationId: a, responses: {}}, post: {operationId: b, security: [{user: [], key: []}, {}], responses: {}}, put: {operationId: c, security: [], responses: {}}}}
            components: {securitySchemes: {key: {type: apiKey, in: query, name: api key}, user: {type: http, scheme: basic}, odd: {type: odd}}}
            """
        )
        #expect(generated.has(#"security: [["key"]]"#))
        #expect(generated.has(#"security: [["user", "key"], []]"#))
        #expect(generated.has(#""key": .query("api key"), "user": .basic"#))
        #expect(generated.output.skippedCount == 1)
    }

    @Test func certificateOfTheClientIsNoCredentialOfARequest() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths: {/a: {get: {operationId: a, security: [{tls: [], key: []}], responses: {}}, post: {operationId: b, security: [{tls: []}], responses: {}}, put: {operationId: c, security: [{gone: [], key: []}, {tls: [], user: []}], responses: {}}}}
            components: {securitySchemes: {key: {type: apiKey, in: query, name: k}, user: {type: http, scheme: basic}, tls: {type: mutualTLS}}}
            """
        )
        #expect(generated.has(#"security: [["key"]]"#))
        #expect(generated.has(#"security: [["user"]]"#))
        #expect(generated.text.matches(of: /security: \[\[/).count == 2)
    }

    @Test func schemesOfOAuthHaveSessions() throws {
        let generated = try Generated(
            """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            security: [{user: [read]}]
            paths: {/a: {get: {operationId: a, responses: {}}, post: {operationId: b, security: [{user: [read, write]}, {open: []}], responses: {}}, put: {operationId: c, security: [{user: []}], responses: {}}}}
            components:
              securitySchemes:
                user: {type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://l.example/a', tokenUrl: 'https://l.example/t', scopes: {read: Reads, write: ''}}}}
                open: {type: openIdConnect, openIdConnectUrl: 'https://id.example/x/.well-known/openid-configuration'}
            """
        )
        #expect(generated.has("public import TalynAuth"))
        #expect(generated.has("/// - `read`: Reads /// - `write` public var userSession: OAuthSession?"))
        #expect(generated.has(#"scopes: ["user": ["read"]]"#))
        #expect(generated.has(#"scopes: ["user": ["read", "write"]]"#))
        #expect(generated.has(#"issuer: "https://l.example""#))
        #expect(generated.has(#"authorizationEndpoint: "#))
        #expect(generated.has(#"public static let openIssuer = "https://id.example/x""#))
        #expect(generated.has(#""open": .bearer"#))
        #expect(generated.messages.isEmpty)
    }

    // MARK: Swagger 2

    @Test(arguments: [
        ("host: shop.example, schemes: [https, http]", "http", "http://shop.example/v1"),
        ("host: shop.example", "http", "http://shop.example/v1"),
        ("host: shop.example, schemes: [http]", "https", "https://shop.example/v1"),
        ("host: shop.example", "https", nil), ("host: shop.example, schemes: [http]", "http", nil),
    ])
    func operationOfSwaggerHasItsScheme(place: String, scheme: String, server: String?) throws {
        let generated = try Generated(Self.swagger(place, schemes: scheme))
        #expect(generated.output.skippedCount == 0)
        #expect(generated.has(#".url("http"#) == (server != nil))
        if let server { #expect(generated.has(#".url("\#(server)")"#)) }
    }

    @Test func schemeWithoutAHostIsCounted() throws {
        #expect(try Generated(Self.swagger("consumes: []", schemes: "http")).output.skippedCount == 1)
    }

    @Test(arguments: ["", "securityDefinitions: {user: {type: basic}}, "])
    func parameterForCredentialsStaysWithoutSecurityDefinitions(definitions: String) throws {
        let generated = try Generated(
            """
            {swagger: '2.0', info: {title: a, version: '1'}, host: shop.example, \(definitions)paths: {/ping: {get: {
              operationId: ping, parameters: [{name: Authorization, in: header, required: true, type: string}],
              responses: {'204': {description: a}}}}}}
            """
        )
        #expect(generated.has("ping(authorization: String)") == definitions.isEmpty)
    }

    private static func swagger(_ place: String, schemes: String) -> String {
        """
        {swagger: '2.0', info: {title: a, version: '1'}, basePath: /v1, \(place), paths: {/ping: {get: {
          operationId: ping, schemes: [\(schemes)], responses: {'204': {description: a}}}}}}
        """
    }

    @Test func swaggerIsRead() throws {
        let generated = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            host: shop.example
            basePath: /v2
            schemes: [http, https]
            consumes: [application/json]
            produces: [application/json]
            paths:
              /pets/{id}:
                parameters: [{name: id, in: path, required: true, type: integer, format: int64}]
                put:
                  operationId: put
                  parameters: [{name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}, {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}, {name: ids, in: query, type: array, items: {type: string}, collectionFormat: pipes}]
                  responses: {'200': {description: a, schema: {type: array, items: {$ref: '#/definitions/Pet'}}}}
                post:
                  operationId: upload
                  consumes: [multipart/form-data]
                  parameters: [{name: file, in: formData, type: file, required: true}, {name: note, in: formData, type: string}]
                  responses: {'200': {description: a, schema: {type: file}}}
            definitions: {Pet: {type: object, required: [name], properties: {name: {type: string}, seen: {type: string, format: date-time, x-nullable: true}}}}
            securityDefinitions: {basic: {type: basic}}
            """
        )
        #expect(generated.has(#"server = url("https://shop.example/v2")"#))
        #expect(
            generated.has(
                "put(id: Int64, body: Pet, tags: [String]? = nil, ids: [String]? = nil) -> APIOperation<[Pet]>"
            )
        )
        #expect(generated.has(#".form("tags", tags), .pipeDelimited("ids", ids)"#))
        // The document has files of JSON alone.
        #expect(generated.has("upload(id: Int64, body: UploadForm) -> APIOperation<Data>"))
        #expect(generated.has(#"accept: "application/json""#))
        #expect(generated.has("public var file: MultipartFile public var note: String?"))
        #expect(generated.output.skippedCount == 0)
    }
}
#endif
