import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

/// Runs examples of the page of errors.
struct ErrorExamplesTests {
    /// The first JSON block of the page.
    private static var document: String {
        get throws {
            let text = try RepositoryFiles.text("Sources/Talyn/Talyn.docc/Errors.md")
            let start = try #require(text.range(of: "```json\n")).upperBound
            return String(text[start..<(try #require(text[start...].range(of: "\n```")).lowerBound)])
        }
    }

    @Test func exampleExplainsAProblem() async throws {
        func explanation(of body: String, contentType: String = "application/problem+json") async -> String? {
            let transport = ClosureTransport { _ in
                TransportResponse(
                    statusCode: 403,
                    headerFields: [.contentType: contentType],
                    body: HTTPBody(Data(body.utf8))
                )
            }
            return await ErrorExamples.explanation(Provider<ErrorExamples.Signup>(transport: transport))
        }
        let document = try Self.document
        #expect(await explanation(of: document) == "You have only 30 left.")
        let other = document.replacing("out-of-credit", with: "other")
        #expect(await explanation(of: other) == "Your balance is 30, but that costs 50.")
        #expect(await explanation(of: document, contentType: "application/json") == nil)
    }
}
