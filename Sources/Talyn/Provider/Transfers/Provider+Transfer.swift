extension Provider {
    /// A call of the target that tells how much of its bodies has been sent and has arrived.
    ///
    /// For uploads above all, and for any other call that takes its time. The call is made when the stream is read.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    public func transfer(_ target: Target, options: RequestOptions = RequestOptions()) -> TransferStream {
        TransferStream(of: target.task.direction, time: time) { [self] (onCount) async throws(TalynError) in
            let stubBehavior = stubClosure(target)
            let call = try call(target, options, stubBehavior, .inline)
            return try call.finished(await outcome(of: call, stubBehavior, onCount), nil).get()
        }
    }
}

extension MultiProvider {
    /// A call of the target that tells how much of its bodies has been sent and has arrived; see
    /// ``Provider/transfer(_:options:)``.
    // A target that is in a wrapping already is the inherited method's.
    @_disfavoredOverload
    public final func transfer(
        _ target: some TargetType,
        options: RequestOptions = RequestOptions()
    ) -> TransferStream {
        transfer(MultiTarget(target), options: options)
    }
}

extension HTTPTask {
    /// The body that a call is made for: that of the request in an upload, and otherwise that of the response.
    var direction: TransferCount.Direction { transfer.upload == nil ? .received : .sent }
}
