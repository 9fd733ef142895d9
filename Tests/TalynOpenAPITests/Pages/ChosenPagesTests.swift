#if Tools
import Testing

@testable import TalynOpenAPI

struct ChosenPagesTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /things:
            get:
              operationId: list
              parameters:
                - {name: p, in: query, schema: {type: integer}}
                - {name: q, in: query, schema: {type: string}}
                - {name: page, in: query, schema: {type: integer}}
                - {name: limit, in: query, schema: {type: integer}}
              responses:
                '200':
                  description: a
                  content:
                    application/json:
                      schema:
                        required: [things, done]
                        properties:
                          done: {type: boolean}
                          things: {type: array, items: {required: [key], properties: {key: {type: string}, made: {type: string, format: date-time}}}}
                          info: {properties: {left: {type: boolean}, sum: {type: integer}, pages: {type: integer}, '@next.key': {type: string}, url: {type: string}}}
                          rest: {}
        """

    private func generated(_ pages: String) throws -> Generated {
        let configuration = try Configuration(text: "name: Shop\npages:\n  \(pages)\n")
        return try Generated(Self.document) { $0 = configuration }
    }

    @Test(arguments: [
        ("links", ".links"),
        ("{page: p, items: things}", #".number("p") { PageContent(count: $0.things.count) }"#),
        (
            "{page: p, from: 0, pages: info.pages, total: info.sum}",
            #".number("p", from: 0) { PageContent(total: $0.info?.sum, pageCount: $0.info?.pages) }"#
        ),
        ("{page: p, last: done}", #".number("p") { PageContent(hasMore: !$0.done) }"#),
        ("{page: p, more: info.left}", #".number("p") { PageContent(hasMore: $0.info?.left) }"#),
        (
            "{offset: p, items: things, more: info.url}",
            #".offset("p") { PageContent(count: $0.things.count, hasMore: $0.info?.url?.isEmpty == false) }"#
        ),
        ("{cursor: q, at: info.@next.key}", #".cursor("q") { $0.info?.nextKey }"#),
        ("{cursor: q, at: info.@next.key, last: done}", #".cursor("q") { $0.done ? nil : $0.info?.nextKey }"#),
        ("{cursor: q, at: rest.next}", #".cursor("q", at: "rest.next")"#),
        ("{cursor: q, field: X-Next}", #".cursor("q", inField: "X-Next")"#),
        ("{cursor: q, items: things, id: key}", #".cursor("q") { $0.things.last?.key }"#),
        ("{cursor: q, items: things, id: made}", #".cursor("q") { $0.things.last?.made.map { Timestamp($0) } }"#),
        ("{url: info.url, more: info.left}", ".link { $0.info?.left == false ? nil : $0.info?.url }"),
    ])
    func configurationNamesTheWay(_ rule: String, _ pagination: String) throws {
        for id in ["list", "GET /things"] {
            let generated = try generated("\(id): \(rule)")
            #expect(generated.has("by: \(pagination)"), "\(generated.text)")
            #expect(generated.has("The configuration says so."))
            #expect(generated.messages.isEmpty)
        }
    }

    @Test func configurationTakesPagesAway() throws {
        let generated = try generated("list: none")
        #expect(!generated.has("listPages"))
        #expect(generated.messages.isEmpty)
    }

    @Test(arguments: [
        ("lost: links", "The document has no such operation."),
        ("list: {page: nothing, items: things}", "The operation has no query parameter 'nothing'."),
        ("list: {page: p}", "Nothing tells the last page. Add 'items', 'pages', 'more' or 'last'."),
        ("list: {page: p, items: lost}", "The result has no 'lost' (items)."),
        ("list: {page: p, items: done}", "'done' (items) must be an array."),
        ("list: {page: p, items: things, total: done}", "'done' (total) must be a number."),
        ("list: {offset: p}", "The result is no array. Add 'items'."),
        ("list: {cursor: q, at: info.lost}", "The result has no 'info.lost' (at)."),
        ("list: {cursor: q, at: things}", "'things' (at) must be a text or a number."),
        ("list: {cursor: q, items: things, id: lost}", "The elements have no text or number 'lost'."),
        ("list: {url: rest.next}", "'rest.next' (url) is in JSON without a type of its own."),
    ])
    func choiceThatDoesNotFitIsReported(_ rule: String, _ problem: String) throws {
        let generated = try generated(rule)
        #expect(
            generated.messages.contains { $0.contains("talyn.yaml:3: skipped: The pages of '") && $0.contains(problem) }
        )
        #expect(generated.output.skippedCount == 1)
    }

    @Test(arguments: [
        ("all", "'all' is unknown"),
        ("{at: a}", "one of 'page', 'offset', 'cursor' and 'url'"),
        ("{page: p, offset: o}", "one of 'page', 'offset', 'cursor' and 'url'"),
        ("{cursor: c}", "'cursor' needs one of 'at', 'field' and 'id'."),
        ("{cursor: c, at: a, field: b}", "'cursor' needs one of 'at', 'field' and 'id'."),
        ("{cursor: c, id: a}", "'id' needs 'items'"),
        ("{cursor: c, at: a, total: t}", "'total' doesn't go with 'cursor'."),
        ("{offset: o, pages: t}", "'pages' doesn't go with 'offset'."),
        ("{url: a, from: 1}", "'from' doesn't go with 'url'."),
        ("{page: p, from: first}", "'from' must be a whole number."),
        ("{page: p, size: s}", "'size' doesn't go with 'page'."),
        ("{page: 1}", "'page' must be a text."),
    ])
    func wrongChoiceIsRefusedWithItsLine(_ rule: String, _ problem: String) throws {
        let error = try #require(throws: GenerationError.self) { try Configuration(text: "pages:\n  list: \(rule)\n") }
        #expect(
            "\(error)".contains("talyn.yaml:2") && "\(error)".contains("'list'") && "\(error)".contains(problem),
            "\(error)"
        )
    }
}
#endif
