public import TalynCore
import _TalynFoundation
import _TalynSupport

/// The pages of a long list, each fetched when it is asked for.
///
/// ```swift
/// let repositories = github.pages(of: .repositories(of: "ada"), as: [Repository].self)
/// for try await page in repositories {
///     print(page.number, page.value.count)
/// }
/// ```
///
/// Each loop starts with the first page. Each page is a call of its own, with all plugins. The first failure ends the
/// loop.
public struct PageStream<Value: Sendable>: Sendable {
    /// Gets the page after another one, or the first; nil after the last.
    typealias Fetch = @Sendable (_ previous: Page<Value>?) async throws(TalynError) -> Page<Value>?

    /// Makes the function that gets the pages of one loop.
    let begin: @Sendable () -> Fetch
    let isPrefetching: Bool

    init(isPrefetching: Bool, begin: @escaping @Sendable () -> Fetch) {
        self.isPrefetching = isPrefetching
        self.begin = begin
    }
}

/// One page of a ``PageStream``.
public struct Page<Value: Sendable>: Sendable {
    /// The value of the page.
    public let value: Value

    /// The response with the page.
    public let response: Response

    /// The number of the page, counted from 1.
    public let number: Int
}

extension PageStream: AsyncSequence {
    /// Starts with the first page.
    ///
    /// When the iterator is released, as after leaving a loop, a page that is fetched in advance is cancelled.
    public func makeAsyncIterator() -> StreamIterator<Page<Value>, TalynError> {
        let loop = PageLoop(self)
        return StreamIterator { () async throws(TalynError) in try await loop.next() }
    }
}

/// One loop through the pages.
///
/// Only the iterator uses it. The task that fetches a page in advance doesn't know it.
private final class PageLoop<Value: Sendable> {
    private typealias Outcome = Result<Page<Value>?, TalynError>

    private enum State {
        /// The next page follows this one; nil for the first.
        case after(Page<Value>?)
        /// The next page is fetched in advance.
        case fetching(Task<Outcome, Never>)
        case ended
    }

    private let fetch: PageStream<Value>.Fetch
    private let isPrefetching: Bool
    private var state = State.after(nil)

    init(_ stream: PageStream<Value>) {
        fetch = stream.begin()
        isPrefetching = stream.isPrefetching
    }

    deinit {
        if case .fetching(let task) = state { task.cancel() }
    }

    func next() async throws(TalynError) -> Page<Value>? {
        let outcome: Outcome
        switch state {
        case .after(let page):
            outcome = await Self.outcome(of: fetch, after: page)
        case .fetching(let task):
            outcome = await withTaskCancellationHandler {
                let outcome = await task.value
                // The page may have been there before the cancellation.
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
            state = .fetching(.inScope { await PageLoop.outcome(of: fetch, after: page) })
        } else {
            state = .after(page)
        }
        return page
    }

    private static func outcome(of fetch: PageStream<Value>.Fetch, after page: Page<Value>?) async -> Outcome {
        // A stub that answers at once doesn't notice a cancellation.
        if Task.isCancelled { return .failure(.cancelled) }
        do throws(TalynError) {
            return .success(try await fetch(page))
        } catch {
            return .failure(error)
        }
    }
}

// MARK: - Elements

extension PageStream {
    /// The elements of all pages, of which each holds a list and more.
    ///
    /// ```swift
    /// let issues = found.elements { page in page.value.items }
    /// for try await issue in issues {
    ///     print(issue.title)
    /// }
    /// ```
    ///
    /// - Parameter items: Gives the elements of a page. An error ends the loop, inside a ``TalynError``.
    public func elements<Items: Sequence>(
        _ items: @escaping @Sendable (_ page: Page<Value>) throws -> Items
    ) -> ElementStream<Items.Element> where Items.Element: Sendable {
        ElementStream {
            let loop = PageLoop(self)
            return { () async throws(TalynError) in
                while let page = try await loop.next() {
                    do {
                        let elements = Array(try items(page))
                        if !elements.isEmpty { return elements }
                    } catch {
                        throw TalynError(error)
                    }
                }
                return []
            }
        }
    }
}

extension PageStream where Value: Sequence, Value.Element: Sendable {
    /// The elements of all pages, one after the other.
    ///
    /// The next page is fetched when the elements of the pages before are used up.
    public var elements: ElementStream<Value.Element> { elements { $0.value } }
}
