import HTTPTypes
public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The events of a server (WHATWG HTML standard, section 9.2), over one connection after the other.
///
/// ```swift
/// for try await event in logs.events(.changes) {
///     print(event.id, event.event, event.data)
/// }
/// ```
///
/// Reading makes the call, and each reading makes a new one. Leaving the loop, or cancelling its task, ends the connection.
///
/// When a connection of a GET or QUERY ends or drops, the stream connects again and sends the last ID as
/// `Last-Event-ID`. Before that it waits for the time that the server set with `retry`, or else for the one of
/// ``RequestOptions/reconnection``. A request with another method is sent once, since each one may cost: its stream ends with
/// the body. ``RequestOptions/reconnection`` changes both.
///
/// The stream ends with the event of ``RequestOptions/endOfEvents``, or when the server answers a connection with 204. It fails in
/// these cases:
/// - The first or the only connection fails, or its body ends before ``RequestOptions/endOfEvents``.
/// - The server answers with a status other than 200 to 299, 429 and 500 to 599, or with a `Retry-After` of more than an hour.
/// - The connections exceed their ``RequestOptions/deadline``, or a plugin fails with an error of its own. After a
///   ``RejectionError``, such as that of an open circuit, the stream connects again.
/// - The response isn't `text/event-stream`.
/// - An event is too long.
///
/// Each connection is a call of the target, with all plugins, and with the same `Idempotency-Key`. A server counts as gone after a
/// pause of ``RequestOptions/idleTimeout``: servers send comments to show that they are there. ``RequestOptions/firstEventTimeout``
/// and ``RequestOptions/eventTimeout`` limit the wait for events. ``RequestOptions/deadline`` counts from the first connection, for
/// all of them together.
///
/// The iterator throws a ``TalynError``, with ``TalynError/Reason/body`` if an event can't be read or decoded.
public typealias EventStream<Element: Sendable> = ElementStream<Element>

/// An opened ``ResponseStream``: the head of a response, and its body.
typealias OpenedStream = (response: Response, body: ElementStream<Data>)

extension Provider {
    /// The server-sent events of a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - lastEventID: The ID of the event after which to start, such as the last one of an earlier stream.
    ///   - limit: The longest event in bytes, 16 MiB by default. A longer one fails the stream.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func events(
        _ target: Target,
        after lastEventID: String = "",
        limit: Int = standardElementLimit,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> EventStream<ServerSentEvent> {
        let callSite = CallSite(fileID: fileID, line: line)
        return events(target, lastEventID, limit, options, callSite) { $0 }
    }

    /// The server-sent events of a response that is open already, and of the connections that continue it.
    ///
    /// Some servers continue the response to a POST by GET, such as those of the Model Context Protocol:
    ///
    /// ```swift
    /// let opened = try await tools.stream(.call("add")).open()
    /// for try await event in tools.events(continuing: opened, with: .messages) {
    ///     print(event.data)
    /// }
    /// ```
    ///
    /// When the body ends or breaks off, the stream sends the target with the last ID as `Last-Event-ID`. If the server has sent no ID, the
    /// stream ends with the body. The request of the open response is never repeated. The stream can be read once.
    ///
    /// - Parameters:
    ///   - opened: The response and its body, from ``ResponseStream/open()``.
    ///   - target: The target of the further connections. Its options, and those of the call, count for the whole stream.
    ///   - limit: The longest event in bytes, 16 MiB by default. A longer one fails the stream.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func events(
        continuing opened: (response: Response, body: ElementStream<Data>),
        with target: Target,
        limit: Int = standardElementLimit,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> EventStream<ServerSentEvent> {
        events(target, "", limit, options, CallSite(fileID: fileID, line: line), continuing: opened) { $0 }
    }

    /// The server-sent events of a target, decoded from the JSON of their data.
    ///
    /// An event that can't be decoded fails the stream. For a server with several types of events, use an
    /// ``EventDecodable`` type, or take the events and decode some of them.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - type: The type to decode.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    ///   - lastEventID: The ID of the event after which to start, such as the last one of an earlier stream.
    ///   - limit: The longest event in bytes, 16 MiB by default. A longer one fails the stream.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    @_disfavoredOverload  // The own way of a type counts more.
    public func events<Value: Decodable & Sendable>(
        _ target: Target,
        as type: Value.Type,
        using decoder: JSONDecoder? = nil,
        after lastEventID: String = "",
        limit: Int = standardElementLimit,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> EventStream<Value> {
        let decoder = decoder ?? target.coding.jsonDecoder
        let callSite = CallSite(fileID: fileID, line: line)
        return events(target, lastEventID, limit, options, callSite) { event in
            try decoder.decodeNamingPlace(type, from: Data(event.data.utf8))
        }
    }

    /// The server-sent events of a target, as values that tell the types of events apart.
    ///
    /// An event that can't be decoded fails the stream.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - type: The type of the values.
    ///   - decoder: The decoder for their data. By default the one of the target's ``TargetType/coding``.
    ///   - lastEventID: The ID of the event after which to start, such as the last one of an earlier stream.
    ///   - limit: The longest event in bytes, 16 MiB by default. A longer one fails the stream.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func events<Value: EventDecodable>(
        _ target: Target,
        as type: Value.Type,
        using decoder: JSONDecoder? = nil,
        after lastEventID: String = "",
        limit: Int = standardElementLimit,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> EventStream<Value> {
        let decoder = decoder ?? target.coding.jsonDecoder
        let callSite = CallSite(fileID: fileID, line: line)
        return events(target, lastEventID, limit, options, callSite) { event in
            do {
                return try type.init(event: event, decoder: decoder)
            } catch {
                if error is DecodingError || (error as? TalynError)?.reason == .decoding { throw error }
                throw OwnFailure(error: error)
            }
        }
    }

    private func events<Element: Sendable>(
        _ target: Target,
        _ lastEventID: String,
        _ limit: Int,
        _ options: RequestOptions,
        _ callSite: CallSite?,
        continuing opened: OpenedStream? = nil,
        decode: @escaping @Sendable (ServerSentEvent) throws -> Element
    ) -> EventStream<Element> {
        EventStream {
            var reader = EventReader(
                { (continuation) async throws(TalynError) in
                    var setup = CallSetup(callSite: callSite)
                    setup.changeEndpoint = { (endpoint: inout Endpoint) throws(TalynError) in
                        endpoint.askForEvents(continuation)
                    }
                    if let limits = continuation.limits { setup.plugins.append(limits) }
                    return try await self.stream(target, options: options, setup: setup).open()
                },
                continuing: opened,
                options: { self.options(of: target, options) },
                lastEventID: lastEventID,
                limit: limit,
                time: TimeSource(self.clock),
                random: SystemRandomNumberGenerator()
            )
            var count = 0
            return { () async throws(TalynError) in
                guard let event = try await reader.next() else { return [] }
                count += 1
                do {
                    return [try decode(event)]
                } catch let failure as OwnFailure {
                    throw TalynError(failure.error, response: reader.response)
                } catch {
                    let isMark = event.data == "[DONE]"
                    throw TalynError(
                        isMark ? StreamError.undeclaredEnd(number: count) : .undecodable(.event, number: count, error),
                        response: reader.response
                    )
                }
            }
        }
    }
}

/// The error with which a type refuses an event, such as that of the server in the event.
private struct OwnFailure: Error {
    let error: any Error
}

extension Endpoint {
    /// Asks for events (WHATWG HTML standard, section 9.2.2), in the fields that the target doesn't set.
    fileprivate mutating func askForEvents(_ continuation: EventReader.Continuation) {
        if headerFields[.accept] == nil { headerFields[.accept] = "text/event-stream" }
        if headerFields[.cacheControl] == nil { headerFields[.cacheControl] = "no-store" }
        // White space at its ends isn't a part of a field's value, and some IDs can't be a field's value.
        let id = continuation.lastEventID.trimming { $0 == " " || $0 == "\t" }
        if !id.isEmpty, HTTPField.isValidValue(id) { headerFields[.lastEventID] = id }
        if let key = continuation.idempotencyKey { headerFields[.idempotencyKey] = key }
        if let timeLeft = continuation.timeLeft { options.deadline = timeLeft }
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
