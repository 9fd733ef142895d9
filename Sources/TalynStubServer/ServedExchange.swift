#if Tools
import _TalynFoundation
import _TalynSupport

import HummingbirdCore
import NIOCore

/// One request and its response.
@available(Hummingbird, *)
struct ServedExchange: Sendable {
    private let request: Request
    private let channel: any Channel
    private let transport: any Transport
    private let options: StubServer.Options
    private let map: OriginMap
    private let upload: InboundBody
    private let outcome: RequestOutcome

    init(_ request: Request, on channel: any Channel, by transport: any Transport, _ options: StubServer.Options) {
        self.request = request
        self.channel = channel
        self.transport = transport
        self.options = options
        let address = StubServer.authority(options.host, channel.localAddress?.port ?? options.port)
        map = OriginMap(authority: request.head.authority ?? address, baseURLs: options.baseURLs)
        upload = InboundBody(request.body)
        outcome = RequestOutcome(method: request.method.rawValue, path: options.redaction.url(request.head.path ?? ""))
    }

    /// Answers the request.
    ///
    /// - Throws: An error if the connection must close.
    func run(_ writer: consuming ResponseWriter) async throws {
        let handedOver = HandedOver(writer)
        let watch = try? await ClientWatch.of(channel)
        watch?.begin()
        let work = Task {
            // A client with the whole response may leave. The rest of the work still runs.
            try await answer(handedOver.take()) { [outcome] in
                watch?.ignoreLeaving()
                outcome.isSent = true
            }
        }
        watch?.onLeave { work.cancel() }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        watch?.ignoreLeaving()
        await upload.end()
        // A client that has the whole response may close the connection before the server notices the end.
        if case .failure(let error) = result, !(error is RequestRefusal), !outcome.isSent {
            outcome.fail("The client has left.")
        }
        options.onRequest?(outcome.servedRequest)
        try result.get()
    }

    private func answer(_ writer: consuming ResponseWriter?, beforeLastByte: @Sendable () -> Void) async throws {
        guard let writer else { return }
        let upgrade: WebSocketUpgrade?
        do throws(RequestRefusal) {
            if let refusal = RequestRefusal(request) { throw refusal }
            upgrade = try WebSocketUpgrade(request)
        } catch {
            return try await refuse(error)
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        let response: TransportResponse
        do {
            response = try await transportResponse(upgrade)
        } catch {
            try Task.checkCancellation()
            if Self.needsWebSocket(error), upgrade == nil { return try await refuse(.webSocketOnly) }
            if upgrade != nil, let refused = error as? TransportError, refused.detail == .unofferedSubprotocol {
                return try await refuse(.webSocketSubprotocol(refused.cause ?? refused.problem))
            }
            outcome.fail(error)
            try await act(out: WireFault(error), error, writer, isLast: upgrade != nil)
            return try endHandshake(upgrade)
        }
        if let upgrade, let server = response.webSocket {
            return try await converse(upgrade, with: server, response.headerFields, atEnd: beforeLastByte)
        }
        let url = map.url(for: target)
        let outgoing = OutgoingResponse(response, to: request.method, at: url, map, isLast: upgrade != nil)
        outcome.answer(response.statusCode)
        do {
            try await outgoing.write(to: writer, beforeLastByte: beforeLastByte) { outcome.add($0) }
        } catch {
            try Task.checkCancellation()
            // A closed connection can't be reset.
            guard channel.isActive else { throw error }
            outcome.fail(error)
            try await channel.reset()
            throw WireFault.reset
        }
        try endHandshake(upgrade)
    }

    /// Ends the connection of a refused handshake, after which NIO reads no further requests.
    private func endHandshake(_ upgrade: WebSocketUpgrade?) throws {
        guard upgrade != nil else { return }
        outcome.isSent = true
        throw WireFault.close
    }

    private var target: String { request.head.path ?? "/" }

    /// Answers without the transport, and ends the connection.
    private func refuse(_ refusal: RequestRefusal) async throws {
        outcome.answer(refusal.status.code)
        outcome.fail(refusal)
        let text = Redaction.default.text(of: refusal)
        try await channel.writeRefusal(refusal.status, text, adding: refusal.headerFields)
        throw refusal
    }

    /// Whether an ordinary request failed since only a WebSocket answers it.
    private static func needsWebSocket(_ error: any Error) -> Bool {
        (error as? WebSocketError)?.kind == .unsupported || (error as? StubFailure)?.kind == .webSocketExpected
    }

    /// Passes the messages of a WebSocket until its end.
    private func converse(
        _ upgrade: WebSocketUpgrade,
        with server: any WebSocketChannel,
        _ fields: HTTPFields,
        atEnd: @Sendable () -> Void
    ) async throws {
        let client: WebSocketClient
        do {
            let head = try await upgrade.head(fields, on: channel)
            client = try await WebSocketClient(channel, upgrade.options, head: head)
        } catch {
            server.cancel()
            throw error
        }
        outcome.answer(101)
        let conversation = ServedConversation(client: client, server: server, redaction: options.redaction) {
            [outcome] in outcome.add($0)
        }
        if let failure = await conversation.run() { outcome.fail(failure) }
        atEnd()
    }

    private func transportResponse(_ upgrade: WebSocketUpgrade?) async throws -> TransportResponse {
        guard let url = map.url(for: target) else { throw UnservableError.url }
        let outgoing =
            upgrade.map { OutgoingRequest(opening: $0, request, at: url, upload) }
            ?? OutgoingRequest(serving: request, at: url, upload)
        var response = try await transport.send(outgoing)
        if upgrade != nil, response.webSocket != nil { return response }
        let isConditional = request.headers.contains(.ifNoneMatch) || request.headers.contains(.ifModifiedSince)
        // A browser records the content of its cache with the status 304. A client without a cache needs the content.
        if response.statusCode == 304, !isConditional, response.body.length != 0 { response.statusCode = 200 }
        guard 200...999 ~= response.statusCode else { throw UnservableError.status(response.statusCode) }
        guard response.headerFields.count <= HTTPFields.maximumCount else { throw HeaderFieldLimitError() }
        return response
    }

    /// Acts out an error that came before the response.
    ///
    /// - Throws: The fault, if the connection must close.
    private func act(
        out fault: WireFault,
        _ error: any Error,
        _ writer: consuming ResponseWriter,
        isLast: Bool
    ) async throws {
        switch fault {
        case .close, .reset:
            throw fault
        case .garbage:
            try await channel.writeGarbage()
            throw fault
        case .redirectToItself:
            // With a status that keeps the method, so that the client comes back with the same request.
            var fields: HTTPFields = [.location: target, .contentLength: "0"]
            if isLast { fields[.connection] = "close" }
            outcome.answer(307)
            try await writer.writeResponse(HTTPResponse(status: .temporaryRedirect, headerFields: fields))
        case .message:
            let message = Data((Redaction.default.text(of: error) + "\n").utf8)
            let response = TransportResponse(
                statusCode: 501,
                headerFields: [.contentType: "text/plain; charset=utf-8"],
                body: HTTPBody(message)
            )
            outcome.answer(501)
            try await OutgoingResponse(response, to: request.method, at: nil, map, isLast: isLast)
                .write(to: writer) { outcome.add($0) }
        }
    }
}

/// Hands a noncopyable value to a task.
private final class HandedOver: @unchecked Sendable {  // Written before the task is made, and taken by it alone.
    private var writer: ResponseWriter?

    init(_ writer: consuming ResponseWriter) {
        self.writer = consume writer
    }

    func take() -> ResponseWriter? {
        writer.take()
    }
}
#endif
