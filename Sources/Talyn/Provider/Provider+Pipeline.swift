extension Provider {
    /// A call of the target, ready to run.
    func call(_ target: Target, _ stubBehavior: StubBehavior, _ delivery: Delivery) -> Call {
        let endpoint = endpoint(target)
        return Call(
            target: Target.self == MultiTarget.self ? (target as? MultiTarget)?.innermost ?? target : target,
            endpoint: endpoint,
            makeRequest: requestClosure,
            plugins: plugins,
            transport: transport(for: endpoint, stubBehavior),
            delivery: delivery
        )
    }

    /// Makes a call and hands its result to the completion handler.
    func complete(
        _ target: Target,
        on queue: DispatchQueue?,
        _ progress: ProgressBlock?,
        _ completion: @escaping Completion
    ) async {
        let stubBehavior = stubClosure(target)
        let delivery = Delivery(queue, for: stubBehavior)
        let call = call(target, stubBehavior, delivery)
        let outcome = await outcome(of: call, stubBehavior, progress)
        switch delivery {
        case .inline: completion(call.finished(outcome, progress))
        case .queue: await delivery.run { completion(call.finished(outcome, progress)) }
        }
    }

    /// How the attempts of a call end, or those of an identical call that is under way.
    func outcome(
        of call: Call,
        _ stubBehavior: StubBehavior,
        _ progress: ProgressBlock?
    ) async -> Result<Response, TalynError> {
        var onProgress: Call.OnProgress?
        if let progress {
            onProgress = { [delivery = call.delivery] done in
                delivery.post { progress(ProgressResponse(progress: done)) }
            }
        }
        // A download has a place of its own to go to, which a joiner's file would not get to.
        guard trackInflights, !call.endpoint.task.transfer.isDownload else { return await call.run(onProgress) }
        let key = InflightTable.Key(
            request: call.endpoint.identity,
            validation: call.target.validationType,
            stubBehavior: stubBehavior
        )
        return await inflights.outcome(for: key, onProgress: onProgress) { await call.run($0) }
    }

    private func transport(for endpoint: Endpoint, _ stubBehavior: StubBehavior) -> any Transport {
        switch stubBehavior {
        case .never:
            return transport
        case .immediate:
            return StubTransport(endpoint: endpoint, wait: nil)
        case .delayed(let seconds):
            return StubTransport(endpoint: endpoint) { [clock] in try await clock.sleep(for: .clamping(seconds)) }
        }
    }
}

extension Duration {
    /// So many seconds, or the nearest that a duration for waiting can sensibly be: none, or a century.
    fileprivate static func clamping(_ seconds: TimeInterval) -> Duration {
        seconds > 0 ? .seconds(min(seconds, 3_155_760_000)) : .zero
    }
}
