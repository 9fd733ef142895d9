import Foundation

extension Provider {
    /// A call of the target whose response is read as it arrives.
    ///
    /// The call is made when the stream is read or opened. It shares no request with others.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - fileID: Where the call is written, for a test to fail there.
    ///   - line: The line in that file; 0 if the place isn't known.
    public func stream(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> ResponseStream {
        ResponseStream(checksStatus: target.validationType == .none) { [self] () async throws(TalynError) in
            try await opened(target, options, at: CallPlace(fileID: fileID, line: line))
        }
    }

    /// Makes a call, and returns once the head of its response is there.
    ///
    /// - Parameters:
    ///   - place: Where the call is written.
    ///   - change: Changes what the target resolved to.
    func opened(
        _ target: Target,
        _ options: RequestOptions,
        at place: CallPlace? = nil,
        changing change: ((inout Endpoint) throws(TalynError) -> Void)? = nil
    ) async throws(TalynError) -> StreamedResponse {
        let stubBehavior = stubClosure(target)
        let call = try call(target, options, stubBehavior, .inline, sink: .stream, at: place, changing: change)
        let response = try call.finished(await outcome(of: call, stubBehavior, nil), nil).get()
        guard let deadline = call.endpoint.options.deadline else { return StreamedResponse(response) }
        let error = TransportError(.deadlineExceeded, url: URL(string: call.endpoint.url))
        return StreamedResponse(response) { body in
            let limited = body.limited(until: call.record.start + deadline, by: call.record.time, error)
            // What is behind the limit only knows that it was cancelled.
            let arrival = response.record?.snapshot.attempts.last?.body
            return arrival.map { limited.notingFailures(in: $0) } ?? limited
        }
    }
}

extension MultiProvider {
    /// A call of the target whose response is read as it arrives; see ``Provider/stream(_:options:fileID:line:)``.
    // A target that is in a wrapping already is the inherited method's.
    @_disfavoredOverload
    public final func stream(
        _ target: some TargetType,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> ResponseStream {
        stream(MultiTarget(target), options: options, fileID: fileID, line: line)
    }
}
