#if Tools
/// Documents that have every member of the specification at least once.
enum WholeDocuments {
    static let openAPI = """
        openapi: 3.2.0
        $self: https://shop.example/openapi.yaml
        jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
        info: {title: The shop, version: '1', summary: Short, description: Sells things, termsOfService: /terms, contact: {name: Ada}, license: {name: MIT}}
        servers:
          - url: https://{region}.shop.example/v1
            name: main
            description: Main
            variables: {region: {default: eu, enum: [eu, us], description: The region}}
          - {url: https://test.shop.example}
        externalDocs: {url: https://docs.example, description: Docs}
        tags:
          - {name: things, summary: Things, description: All the things, parent: nobody, kind: nav, externalDocs: {url: https://docs.example/things}}
          - {name: nobody}
        security: [{key: []}, {staff: [read]}]
        x-root: 1
        paths:
          x-paths: 1
          /things/{id}:
            summary: One of the things
            description: A thing of the shop
            servers: [{url: https://things.example}]
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
              - {name: Trace, in: header, description: The trace, schema: {type: string}}
            get:
              operationId: getThing
              tags: [things, others]
              summary: Gets a thing
              deprecated: true
              externalDocs: {url: https://docs.example/get, description: More}
              security: [{}, {basic: []}]
              servers: [{url: https://get.example}, {url: https://other.example}]
              parameters:
                - {name: q, in: query, required: true, style: pipeDelimited, explode: false, description: Words, schema: {type: array, items: {type: string}}}
                - {name: free, in: query, allowReserved: true, allowEmptyValue: true, deprecated: true, example: x, schema: {type: string, default: a}}
                - {name: filter, in: query, examples: {a: {value: 1}}, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}
                - {name: session, in: cookie, explode: false, schema: {type: array, items: {type: integer}}}
                - {name: mode, in: query, style: deepObject, explode: true, schema: {type: object, properties: {b: {type: integer}}}}
              responses:
                '200':
                  description: A thing
                  summary: Thing
                  headers:
                    Rate: {description: The rate, required: true, deprecated: true, style: simple, explode: false, example: 1, schema: {type: integer}}
                    Link: {schema: {type: string}}
                    Next: {content: {text/plain: {schema: {type: string}}}}
                  content:
                    application/json: {schema: {$ref: '#/components/schemas/Thing'}, example: {a: 1}, examples: {b: {summary: B, value: 2}}}
                    text/html: {schema: {type: string}}
                  links: {next: {operationId: getThing}}
                '404': {$ref: '#/components/responses/problem', description: Not there}
            query:
              operationId: askThings
              responses: {default: {description: All, content: {application/jsonl: {itemSchema: {$ref: '#/components/schemas/Line'}}}}}
            additionalOperations:
              COPY: {operationId: copyThing, responses: {'204': {description: Copied}}}
            post:
              operationId: addThing
              callbacks: {done: {'{$request.body#/url}': {post: {responses: {'200': {description: Done}}}}}}
              requestBody:
                description: The form
                content:
                  multipart/form-data:
                    schema: {type: object, required: [file], properties: {file: {type: string, format: binary}, note: {type: object, properties: {c: {type: string}}}}}
                    encoding:
                      file: {contentType: image/png, headers: {Part: {schema: {type: string}}}}
                      note: {contentType: application/json, encoding: {c: {contentType: text/plain}}}
                    prefixEncoding: [{contentType: text/plain}]
                    itemEncoding: {contentType: text/plain}
                  application/x-www-form-urlencoded:
                    schema: {type: object, properties: {list: {type: array, items: {type: string}}, map: {type: object, properties: {d: {type: string}}}}}
                    encoding:
                      list: {style: pipeDelimited, explode: false}
                      map: {style: deepObject, explode: true, allowReserved: true}
              responses: {'200': {description: Events, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Event'}}}}}
            put: {$ref: '#/components/x-operations/put', tags: [things]}
            head: {responses: {'200': {description: There}}}
            options: {operationId: optThing, responses: {'204': {description: Fine}}}
            trace: {operationId: traceThing, responses: {'204': {description: Fine}}}
            delete: {operationId: dropThing, responses: {'204': {description: Fine}}}
            patch: {operationId: changeThing, requestBody: {$ref: '#/components/requestBodies/change'}, responses: {'204': {description: Fine}}}
          /shared: {$ref: '#/components/pathItems/shared', summary: Shared}
        webhooks:
          born: {post: {responses: {'200': {description: Heard}}}}
          paid: {post: {operationId: heardPaid, requestBody: {content: {application/json: {schema: {type: object, properties: {sum: {type: integer}}}}}}, responses: {'200': {description: Heard}}}}
        components:
          x-operations: {put: {operationId: putThing, parameters: [{$ref: '#/components/parameters/page'}], responses: {'204': {description: Put}}}}
          pathItems: {shared: {get: {operationId: getShared, responses: {'200': {$ref: '#/components/responses/media'}}}}}
          mediaTypes: {wide: {schema: {type: string}}}
          parameters:
            page: {name: page, in: query, schema: {type: integer, minimum: 1}}
            unused: {name: unused, in: query, schema: {type: string}}
          requestBodies: {change: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Change'}}}}}
          responses:
            problem: {description: A problem, content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}, text/plain: {schema: {type: string}}}}
            media: {description: A picture, content: {image/png: {schema: {type: string, format: binary}}}}
          headers: {unused: {schema: {type: string}}}
          examples: {one: {value: 1}}
          links: {one: {operationId: getThing}}
          callbacks: {one: {}}
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key, description: The key, deprecated: true}
            basic: {type: http, scheme: basic, bearerFormat: JWT}
            login: {type: openIdConnect, openIdConnectUrl: https://login.example/.well-known/openid-configuration}
            staff:
              type: oauth2
              oauth2MetadataUrl: https://login.example/meta
              flows:
                authorizationCode: {authorizationUrl: https://login.example/a, tokenUrl: https://login.example/t, refreshUrl: https://login.example/r, scopes: {read: Reads}}
                deviceAuthorization: {deviceAuthorizationUrl: https://login.example/d, tokenUrl: https://login.example/t, scopes: {write: Writes}}
          schemas:
        \(indented(schemas, 4))
        """

    /// The keywords of schemas.
    static let schemas = """
        Thing:
          type: object
          title: A thing
          description: Something to buy
          deprecated: true
          required: [name, gone]
          externalDocs: {url: https://docs.example/thing}
          xml: {name: thing}
          example: {name: Tea}
          examples: [{name: Tea}]
          $id: https://shop.example/thing
          $schema: https://json-schema.org/draft/2020-12/schema
          $comment: Hm
          $anchor: thing
          $dynamicAnchor: thing
          $vocabulary: {a: true}
          $defs: {local: {type: object, properties: {x: {type: string}}}}
          x-thing: 1
          minProperties: 1
          maxProperties: 90
          propertyNames: {pattern: a}
          dependentRequired: {a: [b]}
          dependentSchemas: {name: {properties: {other: {type: string}}}}
          if: {properties: {name: {const: Tea}}}
          then: {properties: {kind: {type: string}}}
          else: {required: [name]}
          not: {required: [bad]}
          properties:
            name: {type: string, description: Its name, minLength: 1, maxLength: 9, pattern: a, default: Tea, deprecated: true}
            gone: {type: [string, 'null']}
            old: {type: string, nullable: true}
            count: {type: integer, minimum: 1, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 1}
            price: {type: number, format: double}
            open: {type: boolean}
            born: {type: string, format: date-time, readOnly: true}
            secret: {type: string, format: password, writeOnly: true}
            tags: {type: array, items: {type: string}, minItems: 1, maxItems: 9, uniqueItems: true, contains: {const: a}, minContains: 1, maxContains: 2}
            pair: {type: array, prefixItems: [{type: string}, {type: integer}], unevaluatedItems: false, additionalItems: {type: string}}
            kind: {type: string, enum: [a, b], x-enum-varnames: [first, second]}
            fixed: {const: only}
            local: {$ref: '#/components/schemas/Thing/$defs/local'}
            more: {type: object, additionalProperties: {type: integer}}
            prefixed: {type: object, patternProperties: {'^x': {type: string}, '^y': {type: integer}}}
            later: {type: object, properties: {z: {type: string}}, unevaluatedProperties: {type: integer}}
            json: {type: string, contentMediaType: application/json, contentEncoding: base64, contentSchema: {type: object, properties: {e: {type: string}}}}
            pet: {$ref: '#/components/schemas/Pet'}
            either: {anyOf: [{type: string}, {type: integer}, {type: 'null'}]}
            all: {allOf: [{$ref: '#/components/schemas/Line'}, {type: object, properties: {f: {type: string}}}]}
            node: {$ref: '#/components/schemas/Node'}
            odd: {type: array, items: {type: string}, properties: {g: {type: string}}}
        Line: {type: object, properties: {text: {type: string}}}
        Event: {type: object, properties: {data: {type: string}}}
        Change: {type: object, required: [born, secret], properties: {name: {type: [string, 'null']}, born: {type: string, format: date-time, readOnly: true}, secret: {type: string, writeOnly: true}}}
        Problem: {type: object, properties: {detail: {type: string}}}
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: type, mapping: {kitten: '#/components/schemas/Cat', puppy: '#/components/schemas/Dog'}, defaultMapping: Dog}
        Cat: {type: object, required: [type], properties: {type: {type: string}, purrs: {type: boolean}}}
        Dog: {type: object, required: [type], properties: {type: {type: string}, barks: {type: boolean}}}
        Node: {type: object, $recursiveAnchor: true, properties: {next: {$recursiveRef: '#'}, other: {$dynamicRef: '#thing'}}}
        Old: {type: object, id: old, definitions: {a: {type: string}}, dependencies: {a: [b]}, properties: {a: {type: string}}}
        """

    static let swagger = """
        swagger: '2.0'
        info: {title: The shop, version: '1'}
        host: shop.example
        basePath: /v1
        schemes: [https, http]
        consumes: [application/json, application/xml]
        produces: [application/json, application/xml]
        tags: [{name: things, description: All the things}]
        security: [{key: []}]
        paths:
          /things/{id}:
            parameters: [{name: id, in: path, required: true, type: integer, format: int64}]
            get:
              operationId: getThing
              tags: [things]
              schemes: [https]
              produces: [application/json, text/csv]
              parameters:
                - {name: q, in: query, type: array, items: {type: string, collectionFormat: pipes}, collectionFormat: pipes, required: true, minItems: 1}
                - {name: kind, in: query, type: string, enum: [a, b], default: a, allowEmptyValue: true, description: The kind}
                - {$ref: '#/parameters/page'}
              responses:
                '200': {description: A thing, schema: {$ref: '#/definitions/Thing'}, headers: {Rate: {type: integer, collectionFormat: csv}}, examples: {application/json: {name: Tea}}}
                default: {$ref: '#/responses/problem'}
            post:
              operationId: addThing
              consumes: [application/json]
              parameters: [{name: thing, in: body, required: true, description: The thing, schema: {$ref: '#/definitions/Thing'}}]
              responses: {'204': {description: Added}}
            patch: {operationId: changeThing, parameters: [{name: change, in: body, schema: {$ref: '#/definitions/Problem'}}], responses: {'200': {description: Changed, schema: {$ref: '#/definitions/Problem'}}}}
            put:
              operationId: putThing
              consumes: [multipart/form-data]
              parameters: [{name: file, in: formData, type: file, required: true}, {name: note, in: formData, type: string, description: A note}]
              responses: {'204': {description: Put}}
        parameters:
          page: {name: page, in: query, type: integer}
          unused: {name: unused, in: query, type: integer}
        responses: {problem: {description: A problem, schema: {$ref: '#/definitions/Problem'}}}
        definitions:
          Thing: {type: object, required: [name], discriminator: name, properties: {name: {type: string, x-nullable: true}, size: {type: integer, readOnly: true}}}
          Problem: {type: object, properties: {detail: {type: string}}}
        securityDefinitions:
          key: {type: apiKey, in: header, name: X-Key}
          staff: {type: oauth2, flow: accessCode, authorizationUrl: https://login.example/a, tokenUrl: https://login.example/t, scopes: {read: Reads}}
        """

    private static func indented(_ text: String, _ count: Int) -> String {
        text.split(separator: "\n").map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }
}
#endif
