import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

struct PageStreamTests {
    private let transport = PagedTransport.linked(pages: 3)

    private var provider: Provider<Listing> { Provider(transport: transport) }

    private func pages(prefetching: Bool = false) -> PageStream<[Int]> {
        provider.pages(of: Listing(), as: [Int].self, prefetching: prefetching)
    }

    @Test(arguments: [false, true])
    func pagesComeInOrder(prefetching: Bool) async {
        let (pages, failure) = await pages(prefetching: prefetching).collected()
        #expect(failure == nil)
        #expect(pages.map(\.value) == [Array(0..<5), Array(5..<10), Array(10..<15)])
        #expect(pages.map(\.number) == [1, 2, 3])
        #expect(pages.map { $0.response.statusCode } == [200, 200, 200])
        #expect(transport.paths == ["/v1/items", "/v1/items?page=2", "/v1/items?page=3"])
    }

    @Test func responsesArePagesToo() async throws {
        let pages = await provider.pages(of: Listing()).collected().elements
        #expect(pages.map { $0.value.url?.query } == [nil, "page=2", "page=3"])
    }

    @Test func everyLoopBeginsAgain() async {
        let pages = pages()
        #expect(await pages.collected().elements.count == 3)
        #expect(await pages.collected().elements.count == 3)
        #expect(transport.requests.count == 6)
    }

    // MARK: What is fetched when

    @Test func pageIsNotFetchedUntilItIsAskedFor() async throws {
        var iterator = pages().makeAsyncIterator()
        for count in 0..<3 {
            for _ in 0..<100 { await Task.yield() }
            #expect(transport.requests.count == count)
            _ = try await iterator.next()
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 3)
    }

    @Test func prefetchingFetchesOnePageAhead() async throws {
        var iterator = pages(prefetching: true).makeAsyncIterator()
        for _ in 0..<100 { await Task.yield() }
        #expect(transport.requests.isEmpty)
        _ = try await iterator.next()
        await transport.ended(atLeast: 2)
        for _ in 0..<100 { await Task.yield() }
        #expect(transport.requests.count == 2)
        #expect(try await iterator.next()?.number == 2)
        await transport.ended(atLeast: 3)
    }

    @Test func elementsAreTakenPageByPage() async throws {
        var iterator = pages().elements.makeAsyncIterator()
        for number in 0..<15 {
            #expect(try await iterator.next() == number)
            #expect(transport.requests.count == number / 5 + 1)
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 3)
    }

    @Test func prefixFetchesNoMoreThanItNeeds() async throws {
        var numbers: [Int] = []
        for try await number in pages().elements.prefix(5) { numbers.append(number) }
        #expect(numbers == Array(0..<5))
        #expect(transport.requests.count == 1)
    }

    @Test func elementsOfPagesThatHoldMore() async {
        struct Search: Decodable, Sendable {
            let items: [Int]
            let next: String?
        }
        let transport = PagedTransport { url in
            switch url.parameter("after") {
            case nil: .json(#"{"items":[1,2],"next":"a b"}"#)
            case "a b": .json(#"{"items":[],"next":"c&d"}"#)
            default: .json(#"{"items":[3],"next":null}"#)
            }
        }
        let pages = Provider<Listing>(transport: transport).pages(
            of: Listing(),
            as: Search.self,
            by: .next { page in page.value.next.map { .query(["after": $0]) } }
        )
        #expect(await pages.elements { $0.value.items }.collected().elements == [1, 2, 3])
        #expect(await pages.elements(\.value.items).collected().elements == [1, 2, 3])
        #expect(transport.requests[2].url?.query == "after=c%26d")
        let (elements, failure) = await pages.elements { page -> [Int] in
            if page.number == 2 { throw EndOfWorld() }
            return page.value.items
        }.collected()
        #expect(elements == [1, 2])
        #expect(failure?.underlyingError is EndOfWorld)
    }

    private struct EndOfWorld: Error {}

    // MARK: The end

    @Test(arguments: [false, true])
    func failureEndsTheLoop(prefetching: Bool) async throws {
        let transport = PagedTransport { url in
            if url.query == "page=2" { throw TransportError(.connectionLost) }
            return .json("[1]", next: "?page=2")
        }
        let provider = Provider<Listing>(transport: transport)
        var iterator = provider.pages(of: Listing(), as: [Int].self, prefetching: prefetching).makeAsyncIterator()
        #expect(try await iterator.next()?.value == [1])
        await #expect(throws: TalynError.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 2)
    }

    @Test func refusedStatusEndsTheLoop() async {
        let transport = PagedTransport { url in
            if url.query == nil { return .json("[1]", next: "?page=2") }
            return TransportResponse(statusCode: 500, body: HTTPBody(Data("[2]".utf8)))
        }
        let provider = Provider<Listing>(transport: transport)
        for type in [StatusValidation.successAndRedirectCodes, .successCodes] {
            let listing = Listing(validation: type)
            let (pages, failure) = await provider.pages(of: listing, as: [Int].self).collected()
            #expect(pages.count == 1)
            #expect(failure?.statusCode == 500)
        }
    }

    @Test(arguments: [false, true], ["first", "page=2"])
    func cancellationEndsTheRunningCalls(prefetching: Bool, held: String) async throws {
        let pages = pages(prefetching: prefetching)
        transport.hold(held)
        let task = Task { await pages.collected() }
        let count = held == "first" ? 1 : 2
        await transport.sent(atLeast: count)
        task.cancel()
        let (elements, failure) = await task.value
        #expect(elements.count == count - 1)
        #expect(failure?.isCancelled == true)
        #expect(transport.cancelled == 1)
        #expect(transport.requests.count == count)
    }

    @Test func leavingTheLoopCancelsPrefetching() async throws {
        transport.hold("page=2")
        for try await page in pages(prefetching: true) {
            #expect(page.number == 1)
            await transport.sent(atLeast: 2)
            break
        }
        await transport.ended(atLeast: 2)
        #expect(transport.cancelled == 1)
        #expect(transport.requests.count == 2)
    }

    @Test func failureToTakeElementsCancelsThePrefetch() async throws {
        transport.hold("page=2")
        var iterator = pages(prefetching: true).elements { _ -> [Int] in throw EndOfWorld() }.makeAsyncIterator()
        await #expect(throws: TalynError.self) { _ = try await iterator.next() }
        await transport.ended(atLeast: 1)
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count <= 2)
    }

    @Test func failureToTakeElementsEndsTheLoop() async throws {
        var iterator = pages().elements { _ -> [Int] in throw EndOfWorld() }.makeAsyncIterator()
        await #expect(throws: TalynError.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [false, true])
    func immediateStubNoticesCancellation(isPrefetching: Bool) async {
        let provider = Provider<Listing>(answering: { .networkResponse(200, Data("[1]".utf8)) })
        let pages = provider.pages(of: Listing(), as: [Int].self, by: .pageNumbers(), prefetching: isPrefetching)
        let task = Task {
            for try await _ in pages { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: TalynError.self) { try await task.value }
    }

    // MARK: The pipeline

    @Test func pluginsRunForEachPage() async {
        let recorder = Recorder<String>()
        let provider = Provider<Listing>(
            transport: transport,
            plugins: [RecordingPlugin(name: "a", recorder: recorder)]
        )
        #expect(await provider.pages(of: Listing(), as: [Int].self).collected().failure == nil)
        let call = ["a enter", "a prepare", "a willSend", "a didReceive 200", "a leave", "a didEnd 200"]
        #expect(recorder.events == call + call + call)
    }

    @Test func optionsHoldForEachPage() async {
        let provider = provider
        let pages = provider.pages(of: Listing(), options: RequestOptions { $0.priority = .high })
        _ = await pages.collected()
        #expect(transport.requests.allSatisfy { $0.headerFields["Priority"] != nil })
    }

    @Test func stubAnswersByTheURLThatThePageHas() async {
        let transport = ClosureTransport { request in
            .json("[]", next: request.url?.query == "page=2" ? nil : "?page=2")
        }
        let pages = await Provider<Listing>(transport: transport).pages(of: Listing()).collected()
        #expect(pages.elements.map(\.number) == [1, 2])
    }
}
