import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// Streams of events that begin with an open response, and go on by another target.
struct ContinuedEventsTests {
    private enum Tools: TargetType {
        case call
        case messages

        var baseURL: URL { URL(string: "https://tools.example.com")! }
        var path: RequestPath { "/mcp" }
        var method: HTTPRequest.Method { self == .call ? .post : .get }
    }

    private let sent = Recorder<OutgoingRequest>()

    /// The events of a call. The server gives these texts, one a connection, and then 404.
    ///
    /// - Parameter breaksOff: Whether the first body breaks off after its text.
    private func events(_ texts: String..., breaksOff: Bool = false) async throws -> EventStream<ServerSentEvent> {
        let answers = InTurn(texts + [nil])
        let transport = ClosureTransport { [sent] request in
            sent.record(request)
            guard let text = answers.next() else { return TransportResponse(statusCode: 404, body: HTTPBody(Data())) }
            let chunks = InTurn([text, nil])
            let isFirst = request.method == .post
            let body = HTTPBody {
                if let chunk = chunks.next() { return Data(chunk.utf8) }
                if breaksOff, isFirst { throw TransportError(.connectionLost) }
                return nil
            }
            return TransportResponse(statusCode: 200, headerFields: [.contentType: "text/event-stream"], body: body)
        }
        let provider = Provider<Tools>(transport: transport, clock: JumpingClock())
        return provider.events(continuing: try await provider.stream(.call).open(), with: .messages)
    }

    /// The data of the events, and the error after them.
    private func data(_ events: EventStream<ServerSentEvent>) async -> ([String], TalynError?) {
        var data: [String] = []
        do throws(TalynError) {
            for try await event in events { data.append(event.data) }
            return (data, nil)
        } catch {
            return (data, error)
        }
    }

    /// The last ID can be that of a block without data, which is no event.
    @Test(arguments: [false, true])
    func bodyIsContinuedAfterItsLastID(breaksOff: Bool) async throws {
        let texts = ["id: 1\ndata: a\n\nid: 2\n\n", "data: b\n\n"]
        let (received, error) = await data(try await events(texts[0], texts[1], breaksOff: breaksOff))
        #expect(received == ["a", "b"])
        // The server doesn't know the stream any more.
        #expect(error?.statusCode == 404)
        #expect(sent.events.map(\.method) == [.post, .get, .get])
        #expect(sent.events.map { $0.headerFields["Last-Event-ID"] } == [nil, "2", "2"])
    }

    @Test func bodyWithoutAnIDIsTheWholeStream() async throws {
        let (received, error) = await data(try await events("data: a\n\n", "data: b\n\n"))
        #expect(received == ["a"])
        #expect(error == nil)
        #expect(sent.events.map(\.method) == [.post])
    }

    @Test func bodyWithoutAnIDThatBreaksOffFailsTheStream() async throws {
        let (received, error) = await data(try await events("data: a\n\n", "data: b\n\n", breaksOff: true))
        #expect(received == ["a"])
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(sent.events.map(\.method) == [.post])
    }
}
