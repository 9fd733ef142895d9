import Foundation
import TalynCore
import Testing

@testable import TalynCore

struct StringRequestValueTests {
    @Test func textIsThatOfTheValue() throws {
        #expect(String(requestValue: "a b") == "a b")
        #expect(String(requestValue: "a b".dropFirst(2)) == "b")
        #expect(String(requestValue: 7) == "7")
        #expect(String(requestValue: UInt8.max) == "255")
        #expect(String(requestValue: true) == "true")
        #expect(String(requestValue: false) == "false")
        #expect(String(requestValue: try #require(Decimal(string: "1.10"))) == "1.1")
        let id = UUID()
        #expect(String(requestValue: id) == id.uuidString)
        let values: [any CustomStringConvertible] = [7, 2.0, "a"]
        #expect(values.map { String(requestValue: $0) } == ["7", "2", "a"])
    }

    @Test(arguments: [0, 2, -3, 0.1, 1.5, 1e300, -0.25])
    func numberIsWrittenAsInAQuery(number: Double) throws {
        let coding = CodingOptions()
        #expect("a=" + String(requestValue: number) == (try coding.formText(of: ["a": number]).removingPercentEncoding))
        #expect("a=" + String(requestValue: CGFloat(number)) == "a=" + String(requestValue: number))
        let float = Float(number)
        guard float.isFinite else { return }
        #expect("a=" + String(requestValue: float) == (try coding.formText(of: ["a": float]).removingPercentEncoding))
    }

    @Test func wholeNumberHasNoFraction() {
        #expect(String(requestValue: 2.0) == "2")
        #expect(String(requestValue: Float(2)) == "2")
        #expect(String(requestValue: Float(0.1)) == "0.1")
    }

    @Test func urlIsAbsolute() throws {
        let base = try #require(URL(string: "https://example.com/a/"))
        #expect(String(requestValue: try #require(URL(string: "b", relativeTo: base))) == "https://example.com/a/b")
    }

    @Test func rawValueWins() {
        #expect(String(requestValue: RequestValues.State.open) == "is open")
        #expect(String(requestValue: RequestValues.Level.high) == "3")
        #expect(String(requestValue: RequestValues.Factor(rawValue: 2)) == "2")
        #expect(String(requestValue: HTTPRequest.Method.get) == "GET")
    }
}
