import Foundation
import Talyn
import TalynOpenAPIRuntime

extension MCPClient {
    func target(_ content: MCPRequest.Content, _ session: Session?) -> MCPRequest {
        MCPRequest(baseURL: url, content: content, session: session)
    }

    func open(
        _ content: MCPRequest.Content,
        in session: Session?,
        _ options: RequestOptions = RequestOptions()
    ) async throws -> (response: Response, body: ElementStream<Data>) {
        try await provider.stream(target(content, session), options: options).open()
    }

    /// Sends a message that has no response.
    func send(_ message: Message, in session: Session?, _ options: RequestOptions = RequestOptions()) async throws {
        _ = try await open(.message(message), in: session, options)
    }

    /// Sends a request, and reads its result from a JSON text, or from a stream and the connections that resume it.
    func exchange(
        _ message: Message,
        in session: Session?,
        within limit: Duration
    ) async throws -> (result: JSONValue, response: Response) {
        let options = RequestOptions {
            $0.deadline = limit
            // A tool can be silent up to its end.
            $0.timeout = limit
            $0.idleTimeout = limit
        }
        let opened = try await opened(message, in: session, options)
        let response = opened.response
        // The session that a request starts counts already for what belongs to its response.
        let session = session ?? Session(id: response.headerFields[.sessionID])
        let method = message.method ?? ""
        var failure: TalynError?
        if response.headerFields[.contentType]?.lowercased().hasPrefix("text/event-stream") == true {
            let events = provider.events(
                continuing: opened,
                with: target(.stream, session),
                options: options
            )
            do {
                for try await event in events {
                    if let result = try await receive(event, awaiting: message.id, in: session) {
                        return (result, response)
                    }
                }
            } catch let error as TalynError where error.reason == .decoding {
                throw MCPError.invalidResponse(method: method, underlyingError: error)
            } catch let error as TalynError where !error.endsRequest {
                // The server has the request already, so a status such as 404 must not look like that of the request.
                failure = error
            }
        } else {
            let answer = try response.with(data: try await opened.body.collect(upTo: 16_777_216)).decode(Message.self)
            if let result = try await receive(answer, awaiting: message.id, in: session) { return (result, response) }
            throw MCPError.invalidResponse(method: method, underlyingError: nil)
        }
        throw MCPError.interrupted(method: method, underlyingError: failure)
    }

    /// Opens the response to a request. A refusal can have its reason in the body.
    private func opened(
        _ message: Message,
        in session: Session?,
        _ options: RequestOptions
    ) async throws -> (response: Response, body: ElementStream<Data>) {
        do {
            return try await open(.message(message), in: session, options)
        } catch let refusal as TalynError where refusal.statusCode != 401 && refusal.statusCode != 404 {
            guard let error = refusal.decode(Message.self)?.error else { throw refusal }
            throw MCPError(error)
        }
    }

    /// Reads the messages that belong to no request, until the server or the client ends the session. Returns at once if the server has no
    /// such stream.
    ///
    /// Call it in a task of its own, for example to learn that the list of tools has changed.
    public func listen() async throws {
        while true {
            let session = try await session()
            let used = provider
            do {
                for try await event in used.events(target(.stream, session)) {
                    _ = try await receive(event, awaiting: nil, in: session)
                }
                return
            } catch let error as TalynError where [405, 501].contains(error.statusCode) {
                return
            } catch let error as TalynError where error.statusCode == 400 && session.id == nil {
                // A server without sessions misses the ID of one.
                return
            } catch let error as TalynError where error.statusCode == 404 || error.needsSignIn {
                guard !isClosed else { return }
                // The session or the sign-in has ended, or the server has no stream. A request tells which, and begins anew.
                _ = try await request("ping")
                guard try await self.session().id == session.id, provider === used else { continue }
                guard error.statusCode == 404 else { throw error }
                return
            }
        }
    }

    func receive(_ event: ServerSentEvent, awaiting id: JSONValue?, in session: Session?) async throws
        -> JSONValue?
    {
        // An event without data only has an ID, from which the stream can be resumed.
        guard event.event == "message", !event.data.isEmpty else { return nil }
        return try await receive(event.decode(Message.self), awaiting: id, in: session)
    }

    /// Handles a message. Returns the result of a request if the message is its response.
    func receive(_ message: Message, awaiting id: JSONValue?, in session: Session?) async throws -> JSONValue? {
        if let method = message.method {
            if let id = message.id {
                // The client offers no capabilities, so a server may ask only whether it is there.
                let unknown = Message.Failure(code: -32601, message: "The client doesn't have the method \(method).")
                let isPing = method == "ping"
                let answer = Message(id: id, result: isPing ? [:] : nil, error: isPing ? nil : unknown)
                try? await send(answer, in: session, .brief)
            } else if method == "notifications/progress", let token = message.params?["progressToken"] {
                if let progress = try? message.params?.decode(MCPProgress.self) { progressHandlers[token]?(progress) }
            } else {
                onNotification(method, message.params ?? [:])
            }
            return nil
        }
        // A response to a request that nobody awaits any more is ignored.
        guard let id, message.id == id || message.id == nil && message.error != nil else { return nil }
        if let error = message.error {
            throw MCPError(error)
        }
        return message.result ?? .null
    }
}

extension TalynError {
    /// Whether the caller doesn't wait any more.
    fileprivate var endsRequest: Bool { isCancelled || transportError?.kind == .deadlineExceeded }
}
