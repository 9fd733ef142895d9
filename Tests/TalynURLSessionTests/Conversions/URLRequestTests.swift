import Foundation
import HTTPTypes
import TalynCore
import TalynURLSession
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLRequestTests {
    @Test func settingsOfTheOriginalRequestAreKept() throws {
        let url = try #require(URL(string: "https://example.com/a"))
        var original = URLRequest(url: url)
        original.allowsCellularAccess = false
        original.networkServiceType = .background
        original.mainDocumentURL = url
        original.httpMethod = "POST"
        original.httpBody = Data("a".utf8)
        original.setValue("1", forHTTPHeaderField: "X-One")
        let elsewhere = try #require(URL(string: "https://example.org/b"))
        var request = OutgoingRequest(url: elsewhere, headerFields: [.accept: "text/plain"])
        request.original = original
        let result = try URLRequest(request)
        #expect(!result.allowsCellularAccess)
        #expect(result.networkServiceType == .background)
        #expect(result.mainDocumentURL == url)
        // The rest is that of the request itself.
        #expect(result.url == elsewhere)
        #expect(result.httpMethod == "GET")
        #expect(result.httpBody == nil)
        #expect(result.allHTTPHeaderFields == ["Accept": "text/plain"])
    }
}
