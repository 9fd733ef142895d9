public import TalynCore
import TalynStubs
import _TalynFoundation
import _TalynSupport

/// Answers requests by an OpenAPI document.
public actor DocumentTransport: Transport {
    private let document: CheckedDocument
    private let seed: UInt64

    /// The number of operations of the document.
    public nonisolated let operationCount: Int
    /// The parts of the document that couldn't be read.
    public nonisolated let diagnostics: [Diagnostic]

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - seed: The seed of made-up values.
    /// - Throws: ``GenerationError`` for a document that can't be read.
    public init(contentsOf path: String, seed: UInt64 = 0) throws(GenerationError) {
        let document = try CheckedDocument(contentsOf: path)
        operationCount = document.operations.count
        diagnostics = document.diagnostics
        self.document = document
        self.seed = seed
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.refuseWebSocket(by: "An OpenAPI document")
        let checked = CheckedRequest(
            method: request.method.rawValue,
            path: request.url?.encodedPath ?? "/",
            query: request.url?.query(percentEncoded: true),
            headerFields: request.headerFields,
            body: try await request.readBody(upTo: 64 << 20)
        )
        let answer = document.answer(to: checked, seed: seed)
        let body = HTTPBody(answer.body)
        return TransportResponse(statusCode: answer.status, headerFields: answer.headerFields, body: body)
    }
}
