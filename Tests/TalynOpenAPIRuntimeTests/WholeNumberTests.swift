import Foundation
import TalynCore
import Testing

@testable import TalynOpenAPIRuntime

/// Whole numbers that only `UInt64` has. A rounded one names another thing.
struct WholeNumberTests {
    private struct Thing: Codable {
        var id = UInt64.max
    }

    private static let digits = "18446744073709551615"

    @Test func queryHasAllDigits() {
        #expect(QueryItem.form("id", UInt64.max)?.text == "id=\(Self.digits)")
        #expect(QueryItem.form("id", [UInt64.max, 1])?.text == "id=\(Self.digits)&id=1")
        #expect(QueryItem.pipeDelimited("id", [1, UInt64.max])?.text == "id=1%7C\(Self.digits)")
        #expect(QueryItem.deepObject("a", Thing())?.text == "a%5Bid%5D=\(Self.digits)")
        #expect(QueryItem.whole(Thing())?.text == "id=\(Self.digits)")
    }

    @Test func pathHasAllDigits() {
        #expect(("/\(simple: [UInt64.max], name: "id")" as RequestPath).percentEncoded == "/\(Self.digits)")
        #expect(("/\(label: UInt64.max, name: "id")" as RequestPath).percentEncoded == "/.\(Self.digits)")
        #expect(("/\(matrix: Thing(), name: "a")" as RequestPath).percentEncoded == "/;a=id,\(Self.digits)")
    }

    @Test func headerFieldsAndCookiesHaveAllDigits() {
        #expect(HeaderItem.field("X-ID", UInt64.max)?.value == Self.digits)
        #expect(HeaderItem.cookie("id", [UInt64.max])?.value == "id=\(Self.digits)")
    }

    @Test func bodiesHaveAllDigits() throws {
        #expect(try QueryItem.items(of: Thing(), .exploded, [:]) == "id=\(Self.digits)")
        #expect(try QueryItem.items(of: ["a": Thing()], .json, [:]) == "a=\("{\"id\":\(Self.digits)}".encoded())")
        var form = MultipartForm()
        form.add("id", value: UInt64.max)
        form.add("thing", value: Thing())
        let texts = form.parts.map { part in
            if case .data(let data) = part.content { String(decoding: data, as: UTF8.self) } else { "" }
        }
        #expect(texts == [Self.digits, "{\"id\":\(Self.digits)}"])
    }

    @Test func otherNumbersHaveTheirTexts() {
        let numbers = [-5, 2, 0.5, 1e300]
        #expect(QueryItem.form("n", numbers, explode: false)?.text == "n=-5,2,0.5,1e%2B300")
        #expect(QueryItem.form("n", Int64.min)?.text == "n=-9223372036854775808")
    }
}
