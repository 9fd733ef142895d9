/// Calls the pages of one loop.
struct PageCalls<Target: TargetType, Value: Sendable>: Sendable {
    typealias Page = PageStream<Value>.Page
    typealias Paging = PageStream<Value>.Paging
    typealias Reading = @Sendable (Target, Response) throws(TalynError) -> Value

    let provider: Provider<Target>
    let options: RequestOptions
    let read: Reading
    private let trail = Locked(PageTrail())

    init(_ provider: Provider<Target>, _ options: RequestOptions, _ read: @escaping Reading) {
        self.provider = provider
        self.options = options
        self.read = read
    }

    /// Calls a target for the page behind another one.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - previous: The page before, if there is one.
    ///   - next: Where the page is, if it isn't where the target says.
    ///   - trustedOrigins: On which servers it may be besides the target's own.
    func page(
        of target: Target,
        behind previous: Page?,
        at next: Paging.Next? = nil,
        trusting trustedOrigins: Set<Origin> = []
    ) async throws(TalynError) -> Page {
        try await offActor { () async throws(TalynError) in
            try await called(target, behind: previous, at: next, trusting: trustedOrigins)
        }
    }

    private func called(
        _ target: Target,
        behind previous: Page?,
        at next: Paging.Next?,
        trusting trustedOrigins: Set<Origin>
    ) async throws(TalynError) -> Page {
        let stubBehavior = provider.stubClosure(target)
        let call = try provider.call(target, options, stubBehavior, .inline) { endpoint throws(TalynError) in
            do {
                if let previous, let next {
                    let trail = trail.withLock { $0.url }
                    try endpoint.lead(to: next, behind: previous.response, by: trail, trusting: trustedOrigins)
                }
                try visit(endpoint)
            } catch {
                throw .underlying(error, previous?.response)
            }
        }
        let response = try call.finished(await provider.outcome(of: call, stubBehavior, nil), nil).get()
        return Page(value: try read(target, response), response: response, number: (previous?.number ?? 0) + 1)
    }

    /// What a closure of the caller's finds behind a page.
    static func found<Found>(
        behind page: Page,
        by find: (Page) async throws -> Found?
    ) async throws(TalynError) -> Found? {
        do {
            return try await find(page)
        } catch let error as PageError {
            throw .underlying(error, page.response)
        } catch {
            throw TalynError(wrapping: error)
        }
    }

    private func visit(_ endpoint: Endpoint) throws(PageError) {
        // What makes no request by itself can't be told from others: a request closure may make one of it.
        guard let identity = endpoint.requestIdentity, !trail.withLock({ $0.visit(identity) }) else { return }
        throw .repeated(identity.url)
    }
}
