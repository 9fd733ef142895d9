#if Tools
import Testing

@testable import TalynOpenAPI

struct ReservedNameTests {
    /// A type of the document with one of these names would stand in place of the other one.
    @Test func typesThatSourcesImportAreReserved() {
        let imported = FileWriter.runtimeTypes.union(FileWriter.foundationTypes).union(FileWriter.talynTypes)
            .union(FileWriter.authTypes)
        #expect(imported.subtracting(ReservedNames.types).isEmpty)
    }

    /// The sources of a document with each kind of security scheme, event, body and result.
    @Test func typesThatSourcesNameAreReserved() throws {
        let generated = try Generated(Self.document)
        let own = Set(generated.text.matches(of: /(?:struct|enum) (\w+)/).map { String($0.1) })
        let lines = generated.text.split(separator: "\n").map { String($0) }
        let used = Identifiers.used(in: lines).all.filter { $0.first?.isUppercase == true && !own.contains($0) }
        let modules: Set<String> = ["FoundationEssentials", "TalynAuth"]
        #expect(used.subtracting(ReservedNames.types).subtracting(modules).isEmpty)
        #expect(used.isSuperset(of: ["OAuthPlugin", "TokenRequest", "EventDecodable", "MultipartFile", "PatchValue"]))
    }

    @Test(arguments: ["TokenRequest", "AuthorizationServer", "OAuthSession", "OAuthPlugin", "EventDecodable"])
    func schemaWithAReservedNameHasAnotherOne(_ name: String) throws {
        let generated = try Generated(schemas: "\(name): {type: object, properties: {a: {type: string}}}")
        #expect(generated.has("struct Shop\(name):"))
    }

    private static let document = """
        openapi: 3.2.0
        info: {title: a, version: '1'}
        servers: [{url: 'https://{region}.example', variables: {region: {default: a, enum: [a, b]}}}]
        security: [{user: [read]}, {key: []}, {basic: []}, {bearer: []}, {open: []}]
        paths:
          /a/{id}:
            post:
              operationId: make
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
                - {name: day, in: query, schema: {type: string, format: date}}
                - {name: kinds, in: header, schema: {type: array, items: {type: string, enum: [a, b]}}}
              requestBody:
                content:
                  application/json: {schema: {$ref: '#/components/schemas/Thing'}}
                  multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}
                  image/png: {}
              responses:
                '200':
                  description: a
                  content:
                    application/json: {schema: {$ref: '#/components/schemas/Thing'}}
                    text/event-stream: {itemSchema: {oneOf: [{properties: {event: {const: a}, data: {$ref: '#/components/schemas/Thing'}}}, {properties: {event: {const: b}}}]}}
                    application/jsonl: {itemSchema: {$ref: '#/components/schemas/Thing'}}
                    application/pdf: {}
                    text/plain: {}
                default: {description: a, content: {application/json: {schema: {type: string, format: date-time}}}}
          /b:
            get:
              operationId: list
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses: {'200': {description: a, content: {application/json: {schema: {type: array, items: {type: integer, format: unix-time}}}}}}
            delete: {operationId: remove, responses: {'204': {description: a}}}
        components:
          securitySchemes:
            user: {type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://l.example/a', tokenUrl: 'https://l.example/t', scopes: {read: a}}}}
            key: {type: apiKey, in: header, name: X-Key}
            basic: {type: http, scheme: basic}
            bearer: {type: http, scheme: bearer}
            open: {type: openIdConnect, openIdConnectUrl: 'https://id.example/.well-known/openid-configuration'}
          schemas:
            Thing:
              type: object
              additionalProperties: true
              properties:
                at: {type: string, format: date-time}
                day: {type: [string, 'null'], format: date}
                time: {type: integer, format: unix-time}
                url: {type: string, format: uri}
                kind: {type: string, enum: [a, b]}
                number: {type: integer, enum: [1, 2]}
                big: {type: integer, format: uint64}
                ratio: {type: number}
                flag: {type: boolean}
                inner: {$ref: '#/components/schemas/Thing'}
                either: {oneOf: [{type: string}, {type: integer}, {$ref: '#/components/schemas/Thing'}]}
                pair: {type: array, prefixItems: [{type: string}, {type: integer}], items: true}
        """
}
#endif
