#if Tools
import Testing

@testable import TalynOpenAPI

struct PageRulesTests {
    private static let limit = "{name: limit, in: query, schema: {type: integer}}"
    private static let ids = "{type: array, items: {required: [id], properties: {id: {type: string}}}}"
    private static let texts = "{type: array, items: {type: string}}"

    @Test(arguments: [
        ("page: integer", texts, #".number("page") { PageContent(count: $0.count) }"#),
        ("offset: integer", texts, #".offset("offset") { PageContent(count: $0.count) }"#),
        (
            "page_token: string", "{properties: {nextPageToken: {type: string}}}",
            #".cursor("page_token") { $0.nextPageToken }"#
        ),
        (
            "cursor: string", "{properties: {meta: {properties: {next_cursor: {type: string}}}}}",
            #".cursor("cursor") { $0.meta?.nextCursor }"#
        ),
        (
            "starting_after: string",
            "{required: [data, has_more], properties: {has_more: {type: boolean}, data: \(ids)}}",
            #".cursor("starting_after") { $0.hasMore ? $0.data.last?.id : nil }"#
        ),
        (
            "after: string",
            "{required: [data, has_more, last_id], properties: {has_more: {type: boolean}, last_id: {type: string}, data: \(ids)}}",
            #".cursor("after") { $0.hasMore ? $0.lastID : nil }"#
        ),
        // Box, Asana, Kubernetes, Spotify, PagerDuty, Lago, Twilio and DigitalOcean.
        (
            "marker: string", "{properties: {next_marker: {type: string, nullable: true}, entries: \(texts)}}",
            #".cursor("marker") { $0.nextMarker }"#
        ),
        (
            "offset: string",
            "{properties: {data: \(texts), next_page: {properties: {offset: {type: string}, uri: {type: string, format: uri}}}}}",
            #".cursor("offset") { $0.nextPage?.offset }"#
        ),
        (
            "continue: string", "{properties: {items: \(texts), metadata: {properties: {continue: {type: string}}}}}",
            #".cursor("continue") { $0.metadata?.`continue` }"#
        ),
        (
            "offset: integer",
            "{required: [items, total, next], properties: {items: \(texts), total: {type: integer}, next: {type: [string, 'null']}}}",
            #".offset("offset") { PageContent(count: $0.items.count, hasMore: $0.next?.isEmpty == false) }"#
        ),
        (
            "offset: integer", "{properties: {more: {type: boolean}, offset: {type: integer}, users: \(texts)}}",
            #".offset("offset") { PageContent(count: $0.users?.count ?? 0, hasMore: $0.more) }"#
        ),
        (
            "page: integer",
            "{properties: {customers: \(texts), meta: {properties: {next_page: {type: [integer, 'null']}, total_pages: {type: integer}}}}}",
            #".cursor("page") { $0.meta?.nextPage }"#
        ),
        (
            "PageToken: string", "{properties: {calls: \(texts), next_page_uri: {type: string, format: uri}}}",
            ".link { $0.nextPageURI }"
        ),
        (
            "page: integer",
            "{properties: {droplets: \(texts), links: {properties: {pages: {properties: {next: {type: string}}}}}, meta: {properties: {total: {type: integer}}}}}",
            #".number("page") { PageContent(count: $0.droplets?.count ?? 0, hasMore: $0.links?.pages?.next?.isEmpty == false) }"#
        ),
        // Other conventions.
        (
            "after: string",
            "{properties: {nodes: \(texts), pageInfo: {required: [hasNextPage], properties: {endCursor: {type: string}, hasNextPage: {type: boolean}}}}}",
            #".cursor("after") { $0.pageInfo?.hasNextPage == false ? nil : $0.pageInfo?.endCursor }"#
        ),
        (
            "after: string",
            "{properties: {data: \(texts), paging: {properties: {cursors: {properties: {before: {type: string}, after: {type: string}}}}}}}",
            #".cursor("after") { $0.paging?.cursors?.after }"#
        ),
        (
            "$skip: integer", "{properties: {value: \(texts), '@odata.nextLink': {type: string}}}",
            ".link { $0.odataNextLink }"
        ),
        (
            "$skip: integer", "{properties: {value: \(texts), '@nextLink': {type: string}, '@count': {type: integer}}}",
            ".link { $0.nextLink }"
        ),
        (
            "$skip: integer",
            "{required: [value], properties: {value: \(texts), '@odata.count': {type: integer, format: int64}}}",
            ".offset(\"$skip\") { PageContent(count: $0.value.count, total: $0.odataCount.flatMap { Int(exactly: $0) }) }"
        ),
        (
            "$skip: integer", "{required: [value], properties: {value: \(texts), '@count': {type: integer}}}",
            ".offset(\"$skip\") { PageContent(count: $0.value.count, total: $0.count) }"
        ),
        (
            "filter: string", "{properties: {value: \(texts), '@odata.nextLink': {type: string}}}",
            ".link { $0.odataNextLink }"
        ),
        (
            "size: integer",
            "{properties: {_links: {properties: {next: {properties: {href: {type: string}}}}}, _embedded: {properties: {users: \(texts)}}}}",
            ".link { $0.links?.next?.href }"
        ),
        (
            "'page[cursor]': string",
            "{properties: {data: \(texts), meta: {properties: {page: {properties: {cursor: {type: string}}}}}}}",
            #".cursor("page[cursor]") { $0.meta?.page?.cursor }"#
        ),
        (
            "startAt: integer",
            "{required: [issues, total], properties: {startAt: {type: integer}, maxResults: {type: integer}, total: {type: integer}, issues: \(texts)}}",
            #".offset("startAt") { PageContent(count: $0.issues.count, total: $0.total) }"#
        ),
        (
            "startAt: integer", "{required: [isLast, values], properties: {isLast: {type: boolean}, values: \(texts)}}",
            #".offset("startAt") { PageContent(count: $0.values.count, hasMore: !$0.isLast) }"#
        ),
        (
            "page: integer",
            "{required: [data, total_pages], properties: {data: \(texts), total_pages: {type: number}}}",
            #".number("page") { PageContent(count: $0.data.count, pageCount: Int(exactly: $0.totalPages)) }"#
        ),
        (
            "page: integer",
            "{required: [content], properties: {content: \(texts), number: {type: integer}, totalElements: {type: integer}, totalPages: {type: integer}}}",
            #".number("page", from: 0) { PageContent(count: $0.content.count, pageCount: $0.totalPages) }"#
        ),
        (
            "startIndex: integer",
            "{required: [Resources], properties: {schemas: \(texts), Resources: \(texts), totalResults: {type: integer}, itemsPerPage: {type: integer}}}",
            #".offset("startIndex", from: 1) { PageContent(count: $0.resources.count, total: $0.totalResults) }"#
        ),
        (
            "iterator: string", "{properties: {items: \(texts), next_iterator: {type: string}}}",
            #".cursor("iterator") { $0.nextIterator }"#
        ),
    ])
    func listHasPages(_ parameter: String, _ schema: String, _ pagination: String) throws {
        let generated = try generated([parameter], schema)
        #expect(generated.has("func listPages("))
        #expect(generated.has("by: \(pagination)"), "\(generated.text)")
        #expect(generated.messages.isEmpty)
    }

    /// Generates the operation `list` with query parameters such as `page: integer`, and one for the size of a page.
    private func generated(_ parameters: [String], _ schema: String, response: String = "") throws -> Generated {
        let list = parameters.map { text -> String in
            let parts = text.split(separator: ":", maxSplits: 1)
            let type = parts[1].contains("{") ? "\(parts[1])" : "{type: \(parts[1])}"
            return "{name: \(parts[0]), in: query, schema: \(type)}"
        }
        return try Generated(
            operation:
                "operationId: list\nparameters: [\((list + [Self.limit]).joined(separator: ", "))]\nresponses: {'200': {description: a\(response), content: {application/json: {schema: \(schema)}}}}"
        )
    }

    @Test(arguments: [
        // Another kind of page, or nothing that tells the end or the next value.
        ("page: integer", "{properties: {text: {type: string}}}"),
        ("page: integer", "{properties: {lines: \(texts), words: \(texts)}}"),
        ("page: string", "{properties: {data: \(texts)}}"),
        ("page: string", texts),
        ("cursor: string", texts),
        ("after: string", ids),
        ("before: string", "{required: [data, has_more], properties: {has_more: {type: boolean}, data: \(ids)}}"),
        ("offset: integer", "{properties: {more: {type: boolean}, users: \(texts), teams: \(texts)}}"),
        // The first number is 0 or 1.
        ("pageIndex: integer", "{required: [items], properties: {items: \(texts)}}"),
        ("startIndex: integer", "{required: [items], properties: {items: \(texts)}}"),
        // It repeats what the request had.
        ("cursor: string", "{properties: {cursor: {type: string}, limit: {type: integer}, data: \(texts)}}"),
    ])
    func ambiguousListHasNoPages(_ parameter: String, _ schema: String) throws {
        let generated = try generated([parameter], schema)
        #expect(!generated.has("Pages("))
        let name = try #require(parameter.split(separator: ":").first)
        #expect(generated.messages.contains { $0.contains("note: The query parameter '\(name)' is like one of pages") })
        #expect(generated.output.skippedCount == 0)
    }

    @Test(arguments: [
        ("date: string", "{properties: {next_date: {type: string}}}"),
        ("start: integer", "{properties: {more: {type: boolean}}}"),
        ("from: integer", "{properties: {items: \(texts), total: {type: integer}}}"),
    ])
    func otherParameterIsNoneOfPages(_ parameter: String, _ schema: String) throws {
        let generated = try generated([parameter], schema)
        #expect(!generated.has("Pages("))
        #expect(generated.messages.isEmpty)
    }

    @Test(arguments: [
        ("page: {type: integer, default: 0}", #".number("page", from: 0)"#),
        ("page: {type: integer, format: int64, default: 0}", #".number("page", from: 0)"#),
        ("page: {type: integer, minimum: 0}", #".number("page", from: 0)"#),
        ("page: {type: integer, minimum: 1, default: 1}", #".number("page")"#),
        ("page: {type: integer, description: The zero-based number.}", #".number("page", from: 0)"#),
        ("page: {type: integer}", #".number("page")"#),
        ("pageIndex: {type: integer, default: 1}", #".number("pageIndex")"#),
        ("offset: {type: integer, format: int64, default: 0}", #".offset("offset")"#),
        ("offset: {type: integer, minimum: 1}", #".offset("offset", from: 1)"#),
    ])
    func documentTellsTheFirstPosition(_ parameter: String, _ pagination: String) throws {
        #expect(try generated([parameter], Self.texts).has("by: \(pagination) {"))
    }

    @Test func pathNamesTheItems() throws {
        let generated = try Generated(
            operation:
                "operationId: list\nparameters: [{name: offset, in: query, schema: {type: integer}}, \(Self.limit)]\nresponses: {'200': {description: a, content: {application/json: {schema: {required: [things, people, total], properties: {people: \(Self.texts), things: \(Self.texts), total: {type: integer}}}}}}}"
        )
        #expect(generated.has(#".offset("offset") { PageContent(count: $0.things.count, total: $0.total) }"#))
    }

    @Test func commentTellsWhatTheWayStandsOn() throws {
        let schema = "{properties: {more: {type: boolean}, users: \(Self.texts)}}"
        let generated = try generated(["offset: integer"], schema)
        #expect(
            generated.has("/// The query parameter `offset` counts elements of `users` from 0, while `more` is true.")
        )
        #expect(generated.has("/// The elements of all pages are `.elements { $0.value.users ?? [] }`."))
    }

    @Test func headerFieldHasTheNextValue() throws {
        let headers = ", headers: {X-Next-Page: {schema: {type: integer}}}"
        let generated = try generated(["page: integer"], Self.texts, response: headers)
        #expect(generated.has(#"by: .cursor("page", inField: "x-next-page")"#))
    }

    @Test func descriptionSpeaksOfTheLinkField() throws {
        let generated = try generated(
            ["cursor: {type: string, description: 'Refer to the `link` header for the next page.'}"],
            Self.texts
        )
        #expect(generated.has("by: .links"))
    }

    @Test func parameterOfAnObjectHasParts() throws {
        let generated = try Generated(
            operation:
                "operationId: list\nparameters: [{name: page, in: query, style: deepObject, schema: {type: object, properties: {number: {type: integer}, size: {type: integer}}}}]\nresponses: {'200': {description: a, content: {application/json: {schema: \(Self.texts)}}}}"
        )
        #expect(generated.has(#"by: .number("page[number]") { PageContent(count: $0.count) }"#))
    }

    @Test func functionsWithOneNameStayApart() throws {
        let operation =
            "parameters: [{name: page, in: query, schema: {type: integer}}, \(Self.limit)], responses: {'200': {description: a, content: {application/json: {schema: \(Self.texts)}}}}"
        let generated = try Generated(
            "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\npaths: {/a: {get: {operationId: list, tags: [t], \(operation)}}, /b: {get: {operationId: listPages, tags: [t], \(operation)}}}"
        )
        #expect(generated.text.matches(of: /public func listPages\(/).count == 1)
    }

    @Test func mostCertainNamesOfACursorCount() throws {
        let pages = try pagination(
            of: ["before", "after", "cursor"],
            "{cursor: {type: string}, next: {type: string}, next_cursor: {type: string}}"
        )
        #expect(pages == #".cursor("cursor") { $0.nextCursor }"#)
        #expect(try pagination(of: ["before", "after"], "{next: {type: string}}") == #".cursor("after") { $0.next }"#)
        #expect(
            try pagination(of: ["cursor"], "{next_page: {type: string, description: The token of the next page.}}")
                == #".cursor("cursor") { $0.nextPage }"#
        )
    }

    @Test(arguments: [
        ("before", "{next_cursor: {type: string}}"),
        ("after", "{next_page: {type: string}}"),
        ("cursor", "{next_page: {type: string, description: A URL that calls the next page of the response.}}"),
        ("cursor", "{next: {type: string, format: uri}}"),
        ("cursor", "{next: {anyOf: [{type: string, description: The link to the next page}, {type: 'null'}]}}"),
        ("cursor", "{next: {type: string, example: 'https://shop.example/things?cursor=5'}}"),
    ])
    func otherValueIsNoCursor(_ parameter: String, _ properties: String) throws {
        #expect(try pagination(of: [parameter], properties) == nil)
    }

    /// The way to the next page that the planner finds for an operation with these query parameters and properties of the result.
    private func pagination(of parameters: [String], _ properties: String) throws -> String? {
        let list = parameters.map { "{name: \($0), in: query, schema: {type: string}}" }.joined(separator: ", ")
        let schema = "{type: object, properties: \(properties)}"
        let text = try Generated(
            operation:
                "operationId: list\nparameters: [\(list)]\nresponses: {'200': {description: a, content: {application/json: {schema: \(schema)}}}}"
        ).text
        return text.firstMatch(of: /by: (\.cursor\(.*? \})/).map { String($0.1) }
    }

    @Test func linkFieldLeadsToPages() throws {
        let generated = try Generated(
            operation:
                "operationId: list\nresponses: {'200': {description: a, headers: {Link: {}}, content: {application/json: {schema: {type: array}}}}}"
        )
        #expect(generated.has("by: .links"))
    }
}
#endif
