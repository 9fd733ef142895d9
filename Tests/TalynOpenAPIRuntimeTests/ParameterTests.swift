import Foundation
import TalynCore
import Testing

@testable import TalynOpenAPIRuntime

/// The table of styles in OpenAPI 3.1, section 4.8.12.4.
struct ParameterTests {
    private struct Color: Codable {
        var r = 100
        var g = 200
        var b = 150
    }

    private static let array = ["blue", "black", "brown"]
    private static let color = Color()

    private func text(_ item: QueryItem?) -> String? {
        item?.text.replacing("%5B", with: "[").replacing("%5D", with: "]")
    }

    @Test func form() {
        #expect(text(.form("color", "")) == "color=")
        #expect(text(.form("color", "blue")) == "color=blue")
        #expect(text(.form("color", Self.array)) == "color=blue&color=black&color=brown")
        #expect(text(.form("color", Self.array, explode: false)) == "color=blue,black,brown")
        #expect(text(.form("color", Self.color)) == "b=150&g=200&r=100")
        #expect(text(.form("color", Self.color, explode: false)) == "color=b,150,g,200,r,100")
        #expect(text(.form("color", nil as String?)) == nil)
        #expect(text(.form("color", [String]())) == "")
        #expect(text(.form("a b", "ä&=+/,")) == "a%20b=%C3%A4%26%3D%2B%2F%2C")
        #expect(text(.form("a", "x/y?z:&#+", reserved: true)) == "a=x/y?z:%26%23%2B")
        #expect(text(.form("a", 2.0)) == "a=2")
        #expect(text(.form("a", true)) == "a=true")
    }

    @Test func objectsInsideAnExplodedObjectKeepTheirNames() {
        let value: JSONValue = ["a": ["b": 1, "c": ["d": "x"]], "e": ["y", "z"], "f": nil, "g": [["h": 2]]]
        #expect(text(.form("q", value)) == "a[b]=1&a[c][d]=x&e=y&e=z&g[0][h]=2")
    }

    @Test func delimited() {
        #expect(text(.spaceDelimited("color", Self.array)) == "color=blue%20black%20brown")
        #expect(text(.pipeDelimited("color", Self.array)) == "color=blue%7Cblack%7Cbrown")
        #expect(text(.pipeDelimited("color", Self.color)) == "color=b%7C150%7Cg%7C200%7Cr%7C100")
        #expect(text(.spaceDelimited("color", Self.array, explode: true)) == "color=blue&color=black&color=brown")
    }

    @Test func deepObject() {
        #expect(text(.deepObject("color", Self.color)) == "color[b]=150&color[g]=200&color[r]=100")
        let nested: JSONValue = ["items": [["price": "p", "tags": ["a", "b"]]], "gone": nil]
        #expect(text(.deepObject("x", nested)) == "x[items][0][price]=p&x[items][0][tags][0]=a&x[items][0][tags][1]=b")
    }

    @Test func json() {
        #expect(text(.json("f", Self.color)) == "f=%7B%22b%22%3A150%2C%22g%22%3A200%2C%22r%22%3A100%7D")
    }

    @Test func path() {
        #expect(("/\(simple: Self.array, name: "c")" as RequestPath).percentEncoded == "/blue,black,brown")
        #expect(("/\(simple: Self.color, name: "c")" as RequestPath).percentEncoded == "/b,150,g,200,r,100")
        #expect(
            ("/\(simple: Self.color, name: "c", explode: true)" as RequestPath).percentEncoded == "/b=150,g=200,r=100"
        )
        #expect(("/\(label: "blue", name: "c")" as RequestPath).percentEncoded == "/.blue")
        #expect(("/\(label: Self.array, name: "c")" as RequestPath).percentEncoded == "/.blue,black,brown")
        #expect(
            ("/\(label: Self.array, name: "c", explode: true)" as RequestPath).percentEncoded == "/.blue.black.brown"
        )
        #expect(
            ("/\(label: Self.color, name: "c", explode: true)" as RequestPath).percentEncoded == "/.b=150.g=200.r=100"
        )
        #expect(("/\(matrix: "", name: "c")" as RequestPath).percentEncoded == "/;c")
        #expect(("/\(matrix: "blue", name: "c")" as RequestPath).percentEncoded == "/;c=blue")
        #expect(("/\(matrix: Self.array, name: "c")" as RequestPath).percentEncoded == "/;c=blue,black,brown")
        #expect(
            ("/\(matrix: Self.array, name: "c", explode: true)" as RequestPath).percentEncoded
                == "/;c=blue;c=black;c=brown"
        )
        #expect(
            ("/\(matrix: Self.color, name: "c", explode: true)" as RequestPath).percentEncoded == "/;b=150;g=200;r=100"
        )
        #expect(("/\(simple: ["a/b", "c,d"], name: "c")" as RequestPath).percentEncoded == "/a%2Fb,c%2Cd")
        #expect(
            ("/\(json: Self.color, name: "c")" as RequestPath).percentEncoded
                == "/%7B%22b%22%3A150%2C%22g%22%3A200%2C%22r%22%3A100%7D"
        )
        #expect(("/\(json: "a/b", name: "c")" as RequestPath).percentEncoded == "/%22a%2Fb%22")
        #expect(("/x/\(segments: "a/b c", name: "path")" as RequestPath).template == "/x/{path}")
    }

    @Test(
        arguments: [
            "/x/\(simple: [String](), name: "c")", "/x/\(label: [String](), name: "c")",
            "/x/\(matrix: [String](), name: "c")", "/x/\(matrix: [String](), name: "c", explode: true)",
            "/x/\(segments: "", name: "c")", "/x/\(json: Double.nan, name: "c")",
            "/x/\(simple: [Double.nan], name: "c")", "/x/\(segments: "a/../b", name: "c")",
        ] as [RequestPath]
    )
    func pathWithoutAValueOrToAnotherPlaceIsRefused(_ path: RequestPath) throws {
        let server = try #require(URL(string: "https://a.example"))
        let operation = APIOperation<EmptyResult>("x", tag: "t", "GET", path, at: server)
        #expect(throws: TalynError.self) { try Endpoint(operation) }
    }

    @Test func headerFieldsAndCookies() throws {
        let items: [HeaderItem?] = [
            .field("X-A", Self.array), .field("X-B", Self.color, explode: true), .cookie("c", "a b"), .cookie("d", 5),
            .cookie("e", json: ["a;b"]), .cookie("f", json: nil as String?),
            .field("bad name", "x"), .json("X-J", Self.color),
        ]
        let fields = HTTPFields(items.compactMap { $0 })
        #expect(fields[try #require(HTTPField.Name("X-A"))] == "blue,black,brown")
        #expect(fields[try #require(HTTPField.Name("X-B"))] == "b=150,g=200,r=100")
        #expect(fields[.cookie] == "c=a%20b; d=5; e=%5B%22a%3Bb%22%5D")
        #expect(fields[try #require(HTTPField.Name("X-J"))] == #"{"b":150,"g":200,"r":100}"#)
    }

    @Test func cookieHasItsTextAsItStands() throws {
        let items: [HeaderItem?] = [
            .cookie("a", "b%20c=d", percentEncoded: false), .cookie("list", Self.array, percentEncoded: false),
            .cookie("flat", Self.array, explode: false, percentEncoded: false),
            .cookie("o", Self.color, percentEncoded: false),
        ]
        let fields = HTTPFields(items.compactMap { $0 })
        #expect(
            fields[.cookie]
                == "a=b%20c=d; list=blue; list=black; list=brown; flat=blue,black,brown; b=150; g=200; r=100"
        )
    }

    @Test(arguments: [["a,b"], ["a", "b,c"], ["a; b"]])
    func elementWithASeparatorFailsTheCall(_ elements: [String]) throws {
        for explode in [true, false] {
            let item = try #require(HeaderItem.cookie("a", elements, explode: explode, percentEncoded: false))
            #expect(item.problem is CookieError)
        }
        let encoded = try #require(HeaderItem.cookie("a", ["b,c", "d"], explode: false))
        #expect(HTTPFields([encoded])[.cookie] == "a=b%2Cc,d")
    }

    @Test(arguments: ["x; admin", "x=y", "x y", "", "x\r\nY"])
    func nameOfAMemberMakesNoOtherCookie(_ name: String) throws {
        let item = try #require(HeaderItem.cookie("a", [name: "1"], percentEncoded: false))
        #expect(item.problem is CookieError)
        let encoded = try #require(HeaderItem.cookie("a", [name: "1", "b": "2"]))
        if name.isEmpty {
            #expect(encoded.problem is CookieError)
        } else {
            #expect(HTTPFields([encoded])[.cookie] == "b=2; \(name.encoded())=1")
        }
        let parameter = try #require(HeaderItem.cookie(name, "1", percentEncoded: false))
        #expect(parameter.problem is CookieError)
    }

    @Test(arguments: ["a; admin=1", "a,b", "a b", "a\r\nX: 1", "ä", "\"a\"", "a\\", "\u{0}"])
    func textThatNoCookieHasFailsTheCall(_ text: String) throws {
        let item = try #require(HeaderItem.cookie("session", text, percentEncoded: false))
        #expect(item.problem is CookieError)
        #expect(HTTPFields([item])[.cookie] == "")
    }

    /// The types of swift-http-types would send another value.
    @Test(arguments: ["a\nb", "a\r\nX: 1", "\u{0}", "a\u{7F}"])
    func valueThatNoHeaderFieldHasFailsTheCall(_ value: String) throws {
        #expect(try #require(HeaderItem.field("X-Note", value)).problem is RequestError)
        #expect(try #require(HeaderItem.field("X-Note", ["b", value])).problem is RequestError)
        var form = MultipartForm()
        form.add("a", value: "b", headers: [.field("X-Note", value)])
        #expect(form.problem is RequestError)
    }

    @Test(arguments: ["", "a b", " a\t", "ä"])
    func otherValueOfAHeaderFieldIsSent(_ value: String) throws {
        #expect(try #require(HeaderItem.field("X-Note", value)).problem == nil)
        #expect(try #require(HeaderItem.json("X-Note", value + "\n")).problem == nil)
        #expect(try #require(HeaderItem.cookie("note", value + "\n")).problem == nil)
    }

    @Test func valueThatIsNoNumberFailsTheCall() {
        let operation = APIOperation<EmptyResult>(
            "a",
            tag: "b",
            "GET",
            "/",
            at: URL(filePath: "/"),
            query: [.form("a", Double.nan)]
        )
        #expect(throws: TalynError.self) { try operation.checkBeforeSending() }
    }

    @Test func membersOfAFormCanBeJSON() throws {
        let value: JSONValue = ["a": "5", "b": 5, "c": ["x"], "d": nil]
        #expect(try QueryItem.items(of: value, .json, [:]) == "a=5&b=5&c=%5B%22x%22%5D&d=null")
        #expect(try QueryItem.items(of: value, .exploded, ["a": .json, "d": .json]) == "a=%225%22&b=5&c=x&d=null")
    }

    @Test func formsHaveTheirStyles() throws {
        let value: JSONValue = ["a": ["x", "y"], "b": ["c": 1]]
        #expect(try QueryItem.items(of: value, .exploded, [:]) == "a=x&a=y&b%5Bc%5D=1")
        #expect(try QueryItem.items(of: value, .brackets, [:]) == "a%5B0%5D=x&a%5B1%5D=y&b%5Bc%5D=1")
        #expect(try QueryItem.items(of: value, .exploded, ["a": .commas]) == "a=x,y&b%5Bc%5D=1")
        #expect(try QueryItem.items(of: value, .exploded, ["b": .json]) == "a=x&a=y&b=%7B%22c%22%3A1%7D")
        #expect(throws: FormError.self) { try QueryItem.items(of: 5, .exploded, [:]) }
        // The members of each element stay together.
        let items: JSONValue = [["id": 1, "n": 2], ["id": 3]]
        #expect(
            try QueryItem.items(of: ["a": items], .exploded, [:])
                == "a%5B0%5D%5Bid%5D=1&a%5B0%5D%5Bn%5D=2&a%5B1%5D%5Bid%5D=3"
        )
        #expect(
            try QueryItem.items(of: ["a[]": items], .exploded, [:])
                == "a%5B%5D%5Bid%5D=1&a%5B%5D%5Bn%5D=2&a%5B%5D%5Bid%5D=3"
        )
    }
}
