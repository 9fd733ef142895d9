import Foundation
public import Talyn

/// Records the exchanges of another transport, with secrets masked.
///
/// Bodies are kept up to 64 KB. A response counts when its body has been read to its end, or has failed.
public final class Journal: WrappingTransport {
    /// One exchange.
    public struct Entry: Sendable {
        /// The method and the URL.
        public let request: String

        /// The header fields of the request.
        public let headerFields: HTTPFields

        /// The body of the request; nil for a stream.
        public let body: String?

        /// The status; nil without a response.
        public let statusCode: Int?

        /// The body of the response.
        public let responseBody: String

        /// The failure of the exchange; nil for a whole response.
        public let failure: String?
    }

    private static let maximumSize = 65_536

    public let base: any Transport
    private let list: Entries

    /// Creates a journal.
    ///
    /// - Parameter base: The transport that sends the requests.
    public convenience init(_ base: any Transport) {
        self.init(base, Entries())
    }

    private init(_ base: any Transport, _ list: Entries) {
        self.base = base
        self.list = list
    }

    /// The exchanges, in the order of their ends.
    public var entries: [Entry] { list.all }

    public func wrapping(_ base: any Transport) -> any Transport { Journal(base, list) }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var response: TransportResponse
        do {
            // If a limit of the call ends the exchange, the error names the limit.
            response = try await base.sendNamingLimits(request)
        } catch {
            add(request, nil, Data(), error)
            throw error
        }
        let (head, body) = (response, response.body)
        if let data = body.data {
            add(request, head, data, nil)
            return response
        }
        response.body = HTTPBody(length: body.length, isReplayable: body.isReplayable) { [self] in
            nonisolated(unsafe) var chunks = body.makeAsyncIterator()  // Only one reader has the iterator.
            var kept = Data()
            return { [self] in
                do {
                    let chunk = try await chunks.next()
                    if let chunk {
                        kept += chunk.prefix(Self.maximumSize - kept.count)
                    } else {
                        add(request, head, kept, nil)
                    }
                    return chunk
                } catch {
                    add(request, head, kept, error)
                    throw error
                }
            }
        }
        return response
    }

    private func add(_ request: OutgoingRequest, _ response: TransportResponse?, _ body: Data, _ error: (any Error)?) {
        let redaction = Redaction.default.masking(request.secretNames)
        let url = request.context?.endpoint.concealingPath(in: request.urlText) ?? request.urlText
        let content = request.body?.data ?? (request.body == nil ? Data() : nil)
        list.add(
            Entry(
                request: "\(request.method) \(redaction.url(url))",
                headerFields: redaction.headerFields(request.headerFields),
                body: content.map { redaction.text(ofBody: $0, contentType: request.headerFields[.contentType]) },
                statusCode: response?.statusCode,
                responseBody: redaction.text(ofBody: body, contentType: response?.headerFields[.contentType]),
                failure: error.map { redaction.text(of: $0) }
            )
        )
    }
}

/// The entries of a journal and of its copies around other transports.
private final class Entries: Sendable {
    private let state = Guarded<[Journal.Entry]>([])

    var all: [Journal.Entry] { state.withLock { $0 } }

    func add(_ entry: Journal.Entry) {
        state.withLock { $0.append(entry) }
    }
}
