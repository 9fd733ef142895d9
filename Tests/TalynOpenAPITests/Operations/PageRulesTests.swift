#if Tools
import Testing

@testable import TalynOpenAPI

struct PageRulesTests {
    @Test(arguments: [
        (
            "[{name: page, in: query, schema: {type: integer}}]", "{type: array, items: {type: string}}",
            #".pageNumbers("page")"#
        ),
        (
            "[{name: offset, in: query, schema: {type: integer}}]", "{type: array, items: {type: string}}",
            #".offsets("offset")"#
        ),
        (
            "[{name: page_token, in: query, schema: {type: string}}]", "{properties: {nextPageToken: {type: string}}}",
            #".cursor("page_token", at: "nextPageToken")"#
        ),
        (
            "[{name: cursor, in: query, schema: {type: string}}]",
            "{properties: {meta: {properties: {next_cursor: {type: string}}}}}",
            #".cursor("cursor", at: "meta.next_cursor")"#
        ),
        (
            "[{name: starting_after, in: query, schema: {type: string}}]",
            "{required: [data, has_more], properties: {has_more: {type: boolean}, data: {type: array, items: {required: [id], properties: {id: {type: string}}}}}}",
            #".next { page in page.value.hasMore ? page.value.data.last.map { .query(["starting_after": $0.id]) } : nil }"#
        ),
    ])
    func listHasPages(_ parameters: String, _ schema: String, _ pagination: String) throws {
        let generated = try Generated(
            operation:
                "operationId: list\nparameters: \(parameters)\nresponses: {'200': {description: a, content: {application/json: {schema: \(schema)}}}}"
        )
        #expect(generated.has("func listPages("))
        #expect(generated.has("by: \(pagination)"))
    }

    @Test func mostCertainNamesOfACursorCount() throws {
        let pages = try pagination(
            of: ["before", "after", "cursor"],
            "{cursor: {type: string}, next: {type: string}, next_cursor: {type: string}}"
        )
        #expect(pages == #".cursor("cursor", at: "next_cursor")"#)
        #expect(try pagination(of: ["before", "after"], "{next: {type: string}}") == #".cursor("after", at: "next")"#)
        #expect(
            try pagination(of: ["cursor"], "{next_page: {type: string, description: The token of the next page.}}")
                == #".cursor("cursor", at: "next_page")"#
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
        return text.firstMatch(of: /by: (\.cursor\(.*?\))/).map { String($0.1) }
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
