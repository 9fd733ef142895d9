/// The way of one loop through the pages.
///
/// Only the iterator touches it: the task that fetches a page ahead knows nothing of it.
final class PageWalk<Value: Sendable> {
    private typealias Page = PageStream<Value>.Page
    private typealias Outcome = Result<PageStream<Value>.Page?, TalynError>

    private enum State {
        /// Behind a page, or before the first.
        case behind(Page?)
        /// The next page is being fetched ahead.
        case fetching(Task<Outcome, Never>)
        case ended
    }

    private let fetch: PageStream<Value>.Fetch
    private let isPrefetching: Bool
    private var state = State.behind(nil)

    init(_ stream: PageStream<Value>) {
        fetch = stream.begin()
        isPrefetching = stream.isPrefetching
    }

    deinit {
        end()
    }

    /// Fetches nothing more.
    func end() {
        if case .fetching(let task) = state { task.cancel() }
        state = .ended
    }

    /// The next page, or nil after the last.
    func next() async throws(TalynError) -> PageStream<Value>.Page? {
        let outcome: Outcome
        switch state {
        case .behind(let page):
            outcome = await Self.outcome(of: fetch, behind: page)
        case .fetching(let task):
            outcome = await withTaskCancellationHandler {
                let outcome = await task.value
                // The page was there before, and the next one would be fetched in a task of its own.
                return Task.isCancelled ? .failure(.cancelled) : outcome
            } onCancel: {
                task.cancel()
            }
        case .ended:
            return nil
        }
        state = .ended
        guard let page = try outcome.get() else { return nil }
        if isPrefetching {
            let fetch = fetch
            let task = Task<Outcome, Never> { await PageWalk.outcome(of: fetch, behind: page) }
            state = .fetching(task)
        } else {
            state = .behind(page)
        }
        return page
    }

    private static func outcome(of fetch: PageStream<Value>.Fetch, behind page: Page?) async -> Outcome {
        // A plugin or a stub that answers at once doesn't notice.
        if Task.isCancelled { return .failure(.cancelled) }
        do throws(TalynError) {
            return .success(try await fetch(page))
        } catch {
            return .failure(error)
        }
    }
}
