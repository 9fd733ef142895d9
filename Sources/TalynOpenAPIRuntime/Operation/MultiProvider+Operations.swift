public import TalynCore
public import TalynStreams

extension MultiProvider {
    /// Calls an operation and returns its result.
    public func result<Result>(
        of operation: APIOperation<Result>,
        _ options: RequestOptions
    ) async throws(TalynError) -> Result {
        try await provider(for: APIOperation<Result>.self).request(operation, options: options)
    }

    /// Calls an operation for its result in another media type.
    public func result<Result, Value: Decodable & Sendable>(
        of operation: APIOperation<Result>,
        as type: Value.Type,
        _ options: RequestOptions
    ) async throws(TalynError) -> Value {
        try await provider(for: APIOperation<Result>.self).request(operation, as: type, options: options)
    }

    /// Calls an operation without a result.
    public func call(_ operation: APIOperation<EmptyResult>, _ options: RequestOptions) async throws(TalynError) {
        _ = try await provider(for: APIOperation<EmptyResult>.self).request(operation, options: options)
    }

    /// The pages of an operation's results.
    public func pages<Result>(
        of operation: APIOperation<Result>,
        by pagination: Pagination<APIOperation<Result>, Result>,
        _ options: RequestOptions
    ) -> PageStream<Result> {
        provider(for: APIOperation<Result>.self).pages(of: operation, by: pagination, options: options)
    }

    /// The server-sent events of an operation, decoded from their JSON.
    public func events<Result, Event: Decodable & Sendable>(
        of operation: APIOperation<Result>,
        as type: Event.Type,
        _ options: RequestOptions
    ) -> EventStream<Event> {
        provider(for: APIOperation<Result>.self).events(operation, as: type, options: options)
    }

    /// The server-sent events of an operation, told apart by their types.
    public func events<Result, Event: EventDecodable>(
        of operation: APIOperation<Result>,
        as type: Event.Type,
        _ options: RequestOptions
    ) -> EventStream<Event> {
        provider(for: APIOperation<Result>.self).events(operation, as: type, options: options)
    }

    /// The server-sent events of an operation.
    public func events<Result>(
        of operation: APIOperation<Result>,
        _ options: RequestOptions
    ) -> EventStream<ServerSentEvent> {
        provider(for: APIOperation<Result>.self).events(operation, options: options)
    }

    /// The response of an operation in chunks, as it arrives: `.lines`, `.values(as:)` and others read parts of it.
    public func stream<Result>(of operation: APIOperation<Result>, _ options: RequestOptions) -> ResponseStream {
        provider(for: APIOperation<Result>.self).stream(operation, options: options)
    }
}
