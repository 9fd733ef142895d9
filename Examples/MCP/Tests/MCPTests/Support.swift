import Foundation
import Talyn
import TalynAuth
import TalynOpenAPIRuntime
import TalynTesting
import Testing

@testable import MCP

let endpoint = URL(string: "https://tools.example.com/mcp")!

/// A message with this method.
func rpc(_ method: String) -> RequestMatcher { .post("/mcp") && .json(method, atKeyPath: "method") }

/// The response to a request: JSON-RPC as JSON.
func answer(_ id: Int, _ result: String) -> StubAnswer {
    .json(text: #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
}

/// An event with a message of JSON-RPC.
func event(_ id: String = "", _ message: String) -> String {
    (id.isEmpty ? "" : "id: \(id)\n") + #"data: {"jsonrpc":"2.0",\#(message)}"# + "\n\n"
}

/// How an event stream ends.
enum Ending {
    case whole, breaksOff, hangs
}

/// An event stream.
func events(_ events: String..., ending: Ending = .whole) -> StubAnswer {
    let text = events.joined()
    let fault: Fault
    switch ending {
    case .whole: return .text(text, contentType: "text/event-stream")
    case .breaksOff: fault = .failing(.truncated(afterBytes: text.utf8.count))
    case .hangs: fault = .failing(.halfOpen(afterBytes: text.utf8.count))
    }
    return .text(text + "data: lost", contentType: "text/event-stream").with(FaultScript(fault))
}

let server = #"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"Test","version":"1"}}"#

extension StubSet {
    /// Answers the requests that start sessions. Each session has the next of the IDs.
    func startSessions(_ ids: String?...) {
        let answers = ids.map { id in
            StubAnswer.answer { request in
                let message = try request.decode(Message.self)
                let text = #"{"jsonrpc":"2.0","id":\#(message.number),"result":\#(server)}"#
                return .json(text: text, headerFields: id.map { [.sessionID: $0] } ?? [:])
            }
        }
        let count = Count()
        on(rpc("initialize"), times: .exactly(ids.count)) { _ in answers[await count.next()] }
        on(rpc("notifications/initialized"), .status(202), times: .exactly(ids.count))
    }
}

extension StubSet {
    /// Answers the requests that look for the authorization server.
    func describeAuthorization(at path: String = "/.well-known/oauth-protected-resource") {
        on(
            .get(path) && .host("tools.example.com"),
            .json(
                text:
                    #"{"resource":"https://tools.example.com/mcp","authorization_servers":["https://login.example.net"]}"#
            )
        )
        on(
            .get("/.well-known/oauth-authorization-server") && .host("login.example.net"),
            .json(
                text: """
                    {"issuer":"https://login.example.net","token_endpoint":"https://login.example.net/token",\
                    "authorization_endpoint":"https://login.example.net/authorize",\
                    "registration_endpoint":"https://login.example.net/register","code_challenge_methods_supported":["S256"]}
                    """
            )
        )
    }
}

/// Signs in as a user does who agrees at once.
@discardableResult
func signIn(
    at server: URL,
    after refusal: Response? = nil,
    _ metadata: OAuthClientMetadata? = nil,
    in clients: any TokenStore = MemoryTokenStore(),
    _ tokens: any TokenStore = MemoryTokenStore()
) async throws -> OAuthSession {
    let own = URL(string: "http://127.0.0.1:8910/callback")!
    let metadata = metadata ?? OAuthClientMetadata(name: "Test", redirectURIs: [own])
    let session = try await OAuthSession.discover(
        from: server,
        challenge: refusal,
        as: .registering(metadata, in: clients),
        store: tokens,
        provider: Provider()
    )
    let redirectURI = metadata.redirectURIs.first ?? own
    let request = try session.authorizationRequest(redirectURI: redirectURI)
    let state = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?.first {
        $0.name == "state"
    }
    let callback = redirectURI.appending(queryItems: [URLQueryItem(name: "code", value: "code"), try #require(state)])
    try await session.signIn(request, callback: callback)
    return session
}

actor Count {
    private var count = -1

    func next() -> Int {
        count += 1
        return count
    }
}

extension Message {
    /// The ID as a number.
    var number: Int64 {
        if case .integer(let number) = id { number } else { -1 }
    }
}

extension ReceivedRequest {
    var sessionID: String? { headerFields[.sessionID] }
    var lastEventID: String? { headerFields[HTTPField.Name("Last-Event-ID")!] }
}

/// What a callback received.
final class Received<Value: Sendable>: Sendable {
    let values: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (values, continuation) = AsyncStream.makeStream()
    }

    func append(_ value: Value) { continuation.yield(value) }

    func finish() { continuation.finish() }

    /// The first values. Waits for them.
    func first(_ count: Int) async -> [Value] {
        var first: [Value] = []
        for await value in values where first.count < count {
            first.append(value)
            if first.count == count { break }
        }
        return first
    }
}
