import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

struct WebLinkTests {
    private func response(_ url: String, _ values: String...) throws -> Response {
        var fields = HTTPFields()
        let name = try #require(HTTPField.Name("Link"))
        for value in values { fields.append(HTTPField(name: name, lenientValue: Array(value.utf8))) }
        return Response(statusCode: 200, data: Data(), headerFields: fields, url: URL(string: url))
    }

    private func next(_ value: String) throws -> String? {
        try response("https://example.com/a/b?page=1", value).link(rel: "next")?.absoluteString
    }

    @Test(arguments: [
        (#"</b>; rel="next""#, ["next"]),
        (#"</b>;rel=next"#, ["next"]),
        (#"  , <b> ; REL = "Prev NEXT\#thttps://example.com/Up" , "#, ["prev", "next", "https://example.com/up"]),
        (#"<b>; rel=first; rel=next"#, ["first"]),
        (#"<b>; title="a, <c>; rel=\"last\""; rel=next; type=text/html"#, ["next"]),
        (#"<b>; title*=UTF-8'en'%e2%82%ac; rel="next"; ; x; y="#, ["next"]),
        (#"<b>"#, []),
        (#"<b>; rel="next"#, ["next"]),
        (#"<b>; rel=next prev"#, ["next", "prev"]),
    ])
    func relationsAreRead(value: String, relations: [String]) {
        let links = WebLink.links(in: value)
        #expect(links.count == 1)
        #expect(links.first?.relations == Set(relations))
    }

    @Test func linksOfSeveralFieldsCount() throws {
        let response = try response(
            "https://api.github.com/repositories?page=2",
            #"<https://api.github.com/repositories?page=1,1>; rel="prev", </r?a=b;c,d>; rel="next"; x="y,z""#,
            #"<?page=9>; rel="last""#
        )
        #expect(response.link(rel: "prev")?.absoluteString == "https://api.github.com/repositories?page=1,1")
        #expect(response.link(rel: "Next")?.absoluteString == "https://api.github.com/r?a=b;c,d")
        #expect(response.link(rel: "last")?.absoluteString == "https://api.github.com/repositories?page=9")
        #expect(response.link(rel: "first") == nil)
        #expect(response.link(rel: "") == nil)
    }

    @Test(
        arguments: [
            (##"<b>; rel=next; anchor="#x""##, nil),
            (#"<b>; rel=next; anchor="/other", <c>; rel=next"#, "https://example.com/a/c"),
            (#"<b>; rel=next; anchor="""#, "https://example.com/a/b"),
            (#"<b>; rel=next; anchor="?page=1""#, "https://example.com/a/b"),
        ] as [(String, String?)]
    )
    func linksFromOtherResourcesDoNotCount(value: String, url: String?) throws {
        #expect(try next(value) == url)
    }

    @Test(arguments: ["", ",", "b; rel=next", "<b; rel=next", "b>; rel=next", "<b> rel=next", "<b>, rel=next"])
    func invalidLinksAreIgnored(value: String) throws {
        #expect(try next(value) == nil)
    }

    @Test func linksBeforeAMistakeCount() throws {
        #expect(try next(#"<b>; rel="next", <c; rel="prev""#) == "https://example.com/a/b")
        #expect(WebLink.links(in: #"<b>; rel="next"; x="y"z, <c>; rel=prev"#).count == 1)
    }

    /// RFC 3986, section 5.4.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
        ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ])
    func targetIsResolved(reference: String, url: String) throws {
        let response = try response("http://a/b/c/d;p?q", "<\(reference)>; rel=next")
        #expect(response.link(rel: "next")?.absoluteString == url)
    }

    @Test func hostileValuesDoNoHarm() throws {
        let values = [
            #"<https://example.com/a?page=2>; rel="next"; title="a, \"b\"", <x>; rel=last; anchor="/c""#,
            #"</b>;rel="next prev";title*=UTF-8'de'%c3%bc"#,
        ]
        for value in HostileValues.made(of: values) {
            for link in WebLink.links(in: value) { #expect(!link.target.contains(">")) }
            _ = try next(value)
        }
        for value in HostileValues.long { _ = try response("https://example.com/", value).link(rel: "next") }
    }
}
