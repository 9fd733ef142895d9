extension Provider {
    /// A call of the target, ready to run.
    ///
    /// - Throws: What the target's own check does; then nothing has been made of it, and no plugin hears of it.
    func call(_ target: Target, _ stubBehavior: StubBehavior, _ delivery: Delivery) throws(TalynError) -> Call {
        do {
            try target.checkBeforeSending()
        } catch {
            throw TalynError(wrapping: error)
        }
        let calledTarget: any TargetType =
            Target.self == MultiTarget.self ? (target as? MultiTarget)?.innermost ?? target : target
        var endpoint = endpoint(target)
        if stubBehavior != .never { endpoint = samples.apply(to: endpoint, of: calledTarget) }
        return Call(
            target: calledTarget,
            endpoint: endpoint,
            makeRequest: requestClosure,
            plugins: plugins,
            transport: transport(for: target, endpoint, stubBehavior),
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
        let caller = pthread_self()
        let stubBehavior = stubClosure(target)
        let delivery = Delivery(queue, for: stubBehavior)
        let call: Call
        do throws(TalynError) {
            call = try self.call(target, stubBehavior, delivery)
        } catch {
            return await delivery.run { completion(.failure(error)) }
        }
        let reporter = progress.map { ProgressReporter($0, by: delivery) }
        let outcome = await outcome(of: call, stubBehavior, reporter)
        switch delivery {
        // What never became a request is told at once if `request` has not returned, unless somebody wants a queue.
        case .queue where queue != nil || !outcome.isWithoutRequest || pthread_equal(caller, pthread_self()) == 0:
            await delivery.run { completion(call.finished(outcome, reporter)) }
        case .inline, .queue:
            completion(call.finished(outcome, reporter))
        }
    }

    /// How the attempts of a call end, or those of an identical call that is under way.
    func outcome(
        of call: Call,
        _ stubBehavior: StubBehavior,
        _ reporter: ProgressReporter?
    ) async -> Result<Response, TalynError> {
        var onProgress: Call.OnProgress?
        if let reporter { onProgress = { reporter.report($0) } }
        let outcome: Result<Response, TalynError>
        // A download has a place of its own to go to, which a joiner's file would not get to.
        // An endpoint that makes no request by itself can't be told from others: a request closure may make one of it.
        if trackInflights, !call.endpoint.task.transfer.isDownload, let request = call.endpoint.requestIdentity {
            let key = InflightTable.Key(
                request: request,
                validation: call.target.validationType,
                stubBehavior: stubBehavior,
                envelope: call.target.envelope,
                targetType: ObjectIdentifier(type(of: call.target)),
                failureType: call.target.failureType.map { ObjectIdentifier($0) },
                authorizationType: (call.target as? any AccessTokenAuthorizable)?.authorizationType
            )
            outcome = await inflights.outcome(for: key, of: call.endpoint, onProgress: onProgress) {
                await call.run($0)
            }
        } else {
            outcome = await call.run(onProgress)
        }
        // A plugin that answered itself doesn't know how the target reads a failure.
        return outcome.map { $0.target == nil ? Response($0, target: call.target) : $0 }
    }

    private func transport(for target: Target, _ endpoint: Endpoint, _ stubBehavior: StubBehavior) -> any Transport {
        if stubBehavior == .never { return transport }
        // Only a subclass can have another answer than the sample.
        if type(of: self) == Provider<Target>.self {
            return StubTransport(endpoint: endpoint, wait: wait(for: stubBehavior))
        }
        return SubclassStubTransport { [self] request in
            let answer = Callback<Result<Response, TalynError>>()
            let token = stubRequest(
                target,
                request: request,
                callbackQueue: nil,
                completion: { answer.resolve($0) },
                endpoint: endpoint,
                stubBehavior: stubBehavior
            )
            if let result = await answer.value() { return result }
            token.cancel()
            return .failure(.cancelled)
        }
    }

    /// How long a stub takes, if it takes any time.
    func wait(for stubBehavior: StubBehavior) -> (@Sendable () async throws -> Void)? {
        guard case .delayed(let seconds) = stubBehavior else { return nil }
        return { [clock] in try await clock.sleep(for: .clamping(seconds)) }
    }
}

extension Result<Response, TalynError> {
    /// Whether the call failed because no request could be made.
    fileprivate var isWithoutRequest: Bool {
        switch self {
        case .failure(.requestMapping), .failure(.parameterEncoding), .failure(.encodableMapping): true
        case .success, .failure: false
        }
    }
}

extension Duration {
    /// So many seconds, or the nearest that a duration for waiting can sensibly be: none, or a century.
    static func clamping(_ seconds: TimeInterval) -> Duration {
        seconds > 0 ? .seconds(min(seconds, 3_155_760_000)) : .zero
    }
}
