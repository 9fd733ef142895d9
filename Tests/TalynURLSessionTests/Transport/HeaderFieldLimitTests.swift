import Foundation
import TalynCore
import TalynURLSession
import Testing
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `HTTPFields` traps at 65,535 fields.
struct HeaderFieldLimitTests {
    private static func response(_ count: Int) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://a.example"))
        let fields = Dictionary(uniqueKeysWithValues: (0..<count).map { ("a\($0)", "") })
        return try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
    }

    @Test(arguments: [0, 1, 10_000])
    func soManyAreTaken(count: Int) throws {
        #expect(try HTTPFields(Self.response(count)).count == count)
    }

    @Test(arguments: [10_001, 65_535, 70_000])
    func moreAreRefused(count: Int) throws {
        let error = #expect(throws: HeaderFieldLimitError.self) { try HTTPFields(Self.response(count)) }
        #expect(error?.localizedDescription == "The message has more than 10000 header fields.")
    }
}
