public import Foundation
import HTTPTypes

extension Provider {
    /// The server-sent events of a target, over as many connections as it takes.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - lastEventID: Behind which event to begin, such as the last one of an earlier stream; empty for none.
    ///   - reconnection: How it connects again.
    ///   - limit: How many bytes an event may have, 16 MiB by default. A longer one is a ``StreamError``.
    ///   - options: How the target is called, where that is not as it says.
    public func events(
        _ target: Target,
        after lastEventID: String = "",
        reconnection: ServerSentEvent.Reconnection = ServerSentEvent.Reconnection(),
        limit: Int = 16_777_216,
        options: RequestOptions = RequestOptions()
    ) -> EventStream<ServerSentEvent> {
        EventStream(makeReader: eventReaders(target, lastEventID, reconnection, limit, options)) { $0 }
    }

    /// What the server-sent events of a target tell, decoded from the JSON of their data.
    ///
    /// One that can't be decoded fails the stream. Where a server sends events of several kinds, take the events and decode
    /// those of interest; see ``ServerSentEvent/decode(_:using:)``.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - type: What each event's data is decoded to.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    ///   - lastEventID: Behind which event to begin, such as the last one of an earlier stream; empty for none.
    ///   - reconnection: How it connects again.
    ///   - limit: How many bytes an event may have, 16 MiB by default. A longer one is a ``StreamError``.
    ///   - options: How the target is called, where that is not as it says.
    public func events<Value: Decodable & Sendable>(
        _ target: Target,
        as type: Value.Type,
        using decoder: JSONDecoder? = nil,
        after lastEventID: String = "",
        reconnection: ServerSentEvent.Reconnection = ServerSentEvent.Reconnection(),
        limit: Int = 16_777_216,
        options: RequestOptions = RequestOptions()
    ) -> EventStream<Value> {
        let decoder = decoder ?? target.decoder
        return EventStream(makeReader: eventReaders(target, lastEventID, reconnection, limit, options)) { event in
            try decoder.decode(type, from: Data(event.data.utf8))
        }
    }

    private func eventReaders(
        _ target: Target,
        _ lastEventID: String,
        _ reconnection: ServerSentEvent.Reconnection,
        _ limit: Int,
        _ options: RequestOptions
    ) -> @Sendable () -> EventReader {
        { [self] in
            EventReader(
                { [self] (lastEventID: String) async throws(TalynError) in
                    try await opened(target, options) { endpoint throws(TalynError) in
                        endpoint.askForEvents(after: lastEventID)
                    }
                },
                lastEventID: lastEventID,
                reconnection: reconnection,
                limit: limit,
                time: time,
                random: SystemRandomNumberGenerator()
            )
        }
    }
}

extension MultiProvider {
    /// The server-sent events of a target, over as many connections as it takes; see
    /// ``Provider/events(_:after:reconnection:limit:options:)``.
    // A target that is in a wrapping already is the inherited method's.
    @_disfavoredOverload
    public final func events(
        _ target: some TargetType,
        after lastEventID: String = "",
        reconnection: ServerSentEvent.Reconnection = ServerSentEvent.Reconnection(),
        limit: Int = 16_777_216,
        options: RequestOptions = RequestOptions()
    ) -> EventStream<ServerSentEvent> {
        events(MultiTarget(target), after: lastEventID, reconnection: reconnection, limit: limit, options: options)
    }

    /// What the server-sent events of a target tell, decoded from the JSON of their data; see
    /// ``Provider/events(_:as:using:after:reconnection:limit:options:)``.
    @_disfavoredOverload
    public final func events<Value: Decodable & Sendable>(
        _ target: some TargetType,
        as type: Value.Type,
        using decoder: JSONDecoder? = nil,
        after lastEventID: String = "",
        reconnection: ServerSentEvent.Reconnection = ServerSentEvent.Reconnection(),
        limit: Int = 16_777_216,
        options: RequestOptions = RequestOptions()
    ) -> EventStream<Value> {
        events(
            MultiTarget(target),
            as: type,
            using: decoder ?? target.decoder,
            after: lastEventID,
            reconnection: reconnection,
            limit: limit,
            options: options
        )
    }
}

extension Endpoint {
    /// Asks for events (WHATWG HTML standard, section 9.2.2), in the fields that the target doesn't set itself.
    fileprivate mutating func askForEvents(after lastEventID: String) {
        var fields: [String: String] = [:]
        if !hasHeaderField("Accept") { fields["Accept"] = "text/event-stream" }
        if !hasHeaderField("Cache-Control") { fields["Cache-Control"] = "no-store" }
        // White space at the ends is not a part of a field's value, and what can't be said in a field isn't.
        let id = lastEventID.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        if !id.isEmpty, HTTPField.isValidValue(id) { fields["Last-Event-ID"] = id }
        if !fields.isEmpty { self = adding(newHTTPHeaderFields: fields) }
    }
}
