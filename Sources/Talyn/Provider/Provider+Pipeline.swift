import Foundation

extension Provider {
    /// A call of the target, ready to run.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - stubBehavior: Whether a stub answers.
    ///   - delivery: Where handlers run.
    ///   - sink: What becomes of the body of the response.
    ///   - place: Where the call is written.
    ///   - change: Changes what the target resolves to, before anything else is made of it.
    /// - Throws: What the target's own check does; then nothing has been made of it, and no plugin hears of it.
    func call(
        _ target: Target,
        _ options: RequestOptions,
        _ stubBehavior: StubBehavior,
        _ delivery: Delivery,
        sink: ResponseSink = .target,
        at place: CallPlace? = nil,
        changing change: ((inout Endpoint) throws(TalynError) -> Void)? = nil
    ) throws(TalynError) -> Call {
        do {
            try target.checkBeforeSending()
        } catch {
            throw TalynError(wrapping: error)
        }
        let calledTarget: any TargetType =
            Target.self == MultiTarget.self ? (target as? MultiTarget)?.innermost ?? target : target
        var endpoint = endpoint(target)
        if endpoint.credentialOrigins == nil {
            endpoint.bindCredentials(to: CredentialOrigins(ofEndpointAt: endpoint.url, for: calledTarget))
        }
        try change?(&endpoint)
        if stubBehavior != .never { endpoint = samples.apply(to: endpoint, of: calledTarget) }
        let standIn = stubBehavior == .never ? standIn : nil
        let record = CallRecord(
            time: time.inScope,
            isStubbed: stubBehavior != .never || standIn?.isLive == false,
            endpoint: endpoint
        )
        endpoint.use(
            requestOptions.overridden(by: calledTarget.requestOptions).overridden(by: endpoint.options)
                .overridden(by: options),
            for: record
        )
        if let makeKey = endpoint.options.idempotency?.makeKey, !endpoint.hasHeaderField("Idempotency-Key") {
            endpoint = endpoint.adding(newHTTPHeaderFields: ["Idempotency-Key": makeKey()])
        }
        return Call(
            target: calledTarget,
            endpoint: endpoint,
            sink: sink,
            record: record,
            isShareable: trackInflights && options.isEmpty && sink.isTarget,
            makeRequest: requestClosure,
            plugins: plugins,
            transport: standIn ?? transport(for: target, endpoint, stubBehavior),
            delivery: delivery,
            place: place
        )
    }

    /// Makes a call in a task of its own and hands its result to the completion handler.
    func start(
        _ target: Target,
        _ options: RequestOptions,
        _ callbackQueue: DispatchQueue?,
        _ progress: ProgressBlock?,
        _ completion: @escaping Completion
    ) -> any Cancellable {
        let queue = callbackQueue ?? self.callbackQueue
        let caller = Caller()
        let task = Task.immediately { [self] in
            await complete(target, options, on: queue, progress, completion, startedBy: caller)
        }
        caller.hasReturned.withLock { $0 = true }
        return CallHandle(task: task)
    }

    /// Makes a call and hands its result to the completion handler.
    private func complete(
        _ target: Target,
        _ options: RequestOptions,
        on queue: DispatchQueue?,
        _ progress: ProgressBlock?,
        _ completion: @escaping Completion,
        startedBy caller: Caller
    ) async {
        let stubBehavior = stubClosure(target)
        let isImmediate = stubBehavior == .never && standIn?.isLive == false
        let delivery = Delivery(queue, for: isImmediate ? .immediate : stubBehavior)
        let call: Call
        do throws(TalynError) {
            call = try self.call(target, options, stubBehavior, delivery)
        } catch {
            return await delivery.run { completion(.failure(error)) }
        }
        let reporter = progress.map { ProgressReporter($0, by: delivery, of: call.endpoint.task, time: time) }
        var onCount: Call.OnCount?
        if let reporter { onCount = { reporter.report($0) } }
        let outcome = await outcome(of: call, stubBehavior, onCount)
        reporter?.end()
        switch delivery {
        // What never became a request is told at once if `request` has not returned, unless somebody wants a queue.
        case .queue where queue != nil || !outcome.isWithoutRequest || !caller.isWaiting:
            await delivery.run { completion(call.finished(outcome, reporter)) }
        // A stub that wasn't there at once is as good as a server.
        case .inline where isImmediate && !caller.isWaiting:
            await Delivery(queue, for: .never).run { completion(call.finished(outcome, reporter)) }
        case .inline, .queue:
            completion(call.finished(outcome, reporter))
        }
    }

    /// The function that starts a call, and its thread.
    private final class Caller: Sendable {
        private let thread = Locked(pthread_self())
        let hasReturned = Locked(false)

        /// Whether the current code runs within the function. The thread alone doesn't tell: it may run other work later.
        var isWaiting: Bool {
            thread.withLock { pthread_equal($0, pthread_self()) != 0 } && !hasReturned.withLock { $0 }
        }
    }

    /// How a call ends, by its deadline if it has one.
    ///
    /// Every call begins here. In a test whose clock depends on the work of its calls, the call moves to that test's executor.
    func outcome(
        of call: Call,
        _ stubBehavior: StubBehavior,
        _ onCount: Call.OnCount?
    ) async -> Result<Response, TalynError> {
        guard let work = CallScope.current?.work else { return await limitedOutcome(of: call, stubBehavior, onCount) }
        return await work.run { [self] in await limitedOutcome(of: call, stubBehavior, onCount) }
    }

    private func limitedOutcome(
        of call: Call,
        _ stubBehavior: StubBehavior,
        _ onCount: Call.OnCount?
    ) async -> Result<Response, TalynError> {
        let outcome: Result<Response, TalynError>
        if let deadline = call.endpoint.options.deadline {
            let limit = TimeLimit(duration: deadline, time: call.record.time)
            // Nothing is sent for a call that has no time at all.
            let limited =
                deadline > .zero
                ? await limit.outcome { [self] in await sharedOutcome(of: call, stubBehavior, onCount) } : nil
            outcome =
                limited
                ?? .failure(.underlying(TransportError(.deadlineExceeded, url: URL(string: call.endpoint.url)), nil))
        } else {
            outcome = await sharedOutcome(of: call, stubBehavior, onCount)
        }
        return call.ended(with: outcome)
    }

    /// How the attempts of a call end, or those of an identical call that is under way.
    private func sharedOutcome(
        of call: Call,
        _ stubBehavior: StubBehavior,
        _ onCount: Call.OnCount?
    ) async -> Result<Response, TalynError> {
        // An endpoint that makes no request by itself can't be told from others: a request closure may make one of it.
        guard call.isShareable, call.endpoint.task.transfer.isShareable, let request = call.endpoint.requestIdentity
        else { return await call.run(onCount) }
        let key = InflightTable.Key(
            request: request,
            validation: call.target.validationType,
            stubBehavior: stubBehavior,
            standIn: stubBehavior == .never ? standIn.map { ObjectIdentifier($0) } : nil,
            envelope: call.target.envelope,
            targetType: ObjectIdentifier(type(of: call.target)),
            failureType: call.target.failureType.map { ObjectIdentifier($0) },
            authorizationType: (call.target as? any AccessTokenAuthorizable)?.authorizationType,
            removals: plugins.compactMap { ($0 as? any CredentialHolder)?.removals },
            options: call.endpoint.options.identity,
            mayHaveCredentials: call.endpoint.mayHaveCredentials(at: call.endpoint.url)
        )
        return await inflights.outcome(for: key, of: call.endpoint, onCount: onCount) {
            await call.run($0)
        }
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
        return { [time] in try await time.sleep(for: .clamping(seconds)) }
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
