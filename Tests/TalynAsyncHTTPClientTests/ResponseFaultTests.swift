#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOHTTP1
import NIOHTTPCompression
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// The texts tell what is wrong with a response, and advise about the port only if it isn't HTTP.
struct ResponseFaultTests {
    private func text(_ error: any Error) throws -> String {
        let url = try #require(URL(string: "http://a.b"))
        return "\(TransportError(asyncHTTPClient: error, of: OutgoingRequest(url: url)))"
    }

    @Test func textsDiffer() throws {
        let noHTTP = try text(HTTPParserError.invalidConstant)
        #expect(noHTTP.contains("isn't HTTP") && noHTTP.contains("Check the port"))
        let others: [(any Error, String)] = [
            (HTTPParserError.invalidContentLength, "is malformed HTTP"),
            (NIOHTTPDecompression.ExtraDecompressionError.truncatedData, "is cut short"),
            (NIOHTTPDecompression.ExtraDecompressionError.invalidTrailingData, "can't be decompressed"),
        ]
        for (error, problem) in others {
            let text = try text(error)
            #expect(text.contains(problem) && !text.contains("port"), "\(text)")
        }
    }
}
#endif
