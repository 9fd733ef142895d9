import Foundation
import Testing

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct HTTPURLResponseTests {
    @Test func foundationsResponseJoinsRepeatedFields() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .vary, value: "Accept"))
        fields.append(HTTPField(name: .contentType, value: "text/plain"))
        fields.append(HTTPField(name: .vary, value: "Origin"))
        let url = try #require(URL(string: "https://example.com/a"))
        let response = Response(statusCode: 203, data: Data(), headerFields: fields, url: url)
        let foundation = try #require(response.httpURLResponse)
        #expect(foundation.statusCode == 203)
        #expect(foundation.url == url)
        #expect(foundation.value(forHTTPHeaderField: "Vary") == "Accept, Origin")
        #expect(response.headerFields[values: .vary] == ["Accept", "Origin"])
    }

    @Test func withoutURLThereIsNoFoundationResponse() {
        #expect(Response(statusCode: 200, data: Data(), headerFields: [:]).httpURLResponse == nil)
    }
}
