import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynStreams

struct ElementStreamTests {
    private struct Item: Decodable, Sendable, Equatable {
        let id: Int
    }

    private struct Broken: Error {}

    /// Tells whether something that belongs to an iterator has gone.
    private final class Token: Sendable {
        let isGone: Watched<Bool>

        init(_ isGone: Watched<Bool>) {
            self.isGone = isGone
        }

        deinit {
            isGone.update { $0 = true }
        }
    }

    /// A body of chunks, and then an error if there is one.
    private func body(_ chunks: [String], then error: (any Error)? = nil) -> HTTPBody {
        HTTPBody(isReplayable: true) {
            var rest = chunks[...]
            return {
                if let chunk = rest.popFirst() { return Data(chunk.utf8) }
                if let error { throw error }
                return nil
            }
        }
    }

    @Test func bodyIsCollectedUpToALimit() async throws {
        #expect(try await body(["abc", "de"]).collect(upTo: 5) == Data("abcde".utf8))
        let error = await #expect(throws: TalynError.self) { try await body(["abc", "de"]).collect(upTo: 4) }
        #expect(error?.transportError?.kind == .responseTooLarge)
        await #expect(throws: Broken.self) { try await body(["abc"], then: Broken()).collect(upTo: 4) }
    }

    /// A body that never ends, nor gives more than one chunk; and whether its reader has gone.
    private func silentBody(_ chunk: String) -> (body: HTTPBody, isGone: Watched<Bool>) {
        let isGone = Watched(false)
        let body = HTTPBody(isReplayable: false) {
            let token = Token(isGone)
            var chunk: Data? = Data(chunk.utf8)
            return {
                if let first = chunk {
                    chunk = nil
                    return first
                }
                let chunk = await Promise<Data>().value()
                return withExtendedLifetime(token) { chunk }
            }
        }
        return (body, isGone)
    }

    private func elements<Element>(_ sequence: ElementStream<Element>) async -> ([Element], TalynError?) {
        var elements: [Element] = []
        do throws(TalynError) {
            for try await element in sequence { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    @Test func adaptersGiveTheElementsOfTheBody() async {
        #expect(await elements(body(["a\r", "\nb", "c"]).lines).0 == ["a", "bc"])
        #expect(
            await elements(body(["{\"id\":1}\n", "\n{\"id\"", ":2}"]).jsonLines(as: Item.self)).0
                == [Item(id: 1), Item(id: 2)]
        )
        #expect(
            await elements(
                body(["\u{1E}{\"id\":1}\n\u{1E}{\"id\":", "\u{1E}{\"id\":3}\n"]).jsonSequence(as: Item.self)
            ).0
                == [Item(id: 1), Item(id: 3)]
        )
        #expect(
            await elements(body(["id: 7\ndata: {\"id\"", ": 1}\n\n"]).events()).0
                == [ServerSentEvent(data: "{\"id\": 1}", id: "7")]
        )
    }

    @Test func moreElementsThanAreMadeAtOnceComeInOrder() async {
        let numbers = (0..<1_000).map { "\($0)" }
        let text = numbers.joined(separator: "\n") + "\n"
        #expect(await elements(body([text, text]).lines).0 == numbers + numbers)
    }

    @Test func eachIterationStartsAnew() async throws {
        let lines = body(["a\nb\n"]).lines
        for try await line in lines {
            #expect(line == "a")
            break
        }
        #expect(await elements(lines).0 == ["a", "b"])
        #expect(await elements(lines).0 == ["a", "b"])
    }

    @Test func elementsBeforeAnErrorAreGiven() async throws {
        let (lines, error) = await elements(body(["a\nb\nc"], then: Broken()).lines)
        #expect(lines == ["a", "b"])
        #expect(error?.underlyingError is Broken)
        let (items, refused) = await elements(
            body(["{\"id\":1}\n\n{\"name\":2}\n{\"id\":3}\n"]).jsonLines(as: Item.self)
        )
        #expect(items == [Item(id: 1)])
        let failure = try #require(refused?.underlyingError as? StreamError)
        guard case .undecodable(.line, 3, DecodingError.keyNotFound) = failure else {
            Issue.record(failure)
            return
        }
        #expect(
            refused?.description
                == """
                Line 3 of the body can't be decoded. The key 'id' is missing at the top level. Compare the type with \
                the JSON of the server.
                """
        )
    }

    @Test func afterAnErrorThereIsNothingAndTheBodyIsLetGo() async throws {
        let (body, isGone) = silentBody("a\ntoo long")
        var iterator = body.lines(limit: 3).makeAsyncIterator()
        #expect(try await iterator.next() == "a")
        await #expect(throws: TalynError.self) { try await iterator.next() }
        #expect(isGone.value)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func afterTheEndThereIsNothingAndTheBodyIsLetGo() async throws {
        let isGone = Watched(false)
        let body = HTTPBody(isReplayable: false) {
            let token = Token(isGone)
            return { withExtendedLifetime(token) { nil } }
        }
        var iterator = body.events().makeAsyncIterator()
        #expect(!isGone.value)
        #expect(try await iterator.next() == nil)
        #expect(isGone.value)
        #expect(try await iterator.next() == nil)
    }

    @Test func leavingTheLoopLetsTheBodyGo() async throws {
        let (lines, linesAreGone) = silentBody("a\nb")
        for try await line in lines.lines {
            #expect(line == "a")
            #expect(!linesAreGone.value)
            break
        }
        #expect(linesAreGone.value)
        let (bytes, bytesAreGone) = silentBody("a")
        for try await byte in bytes.bytes {
            #expect(byte == UInt8(ascii: "a"))
            #expect(!bytesAreGone.value)
            break
        }
        #expect(bytesAreGone.value)
    }

    @Test func cancellationIsACancelledCallAndNoLine() async {
        let (body, isGone) = silentBody("a\ncut o")
        let read = Watched<[String]>([])
        let task = Task {
            for try await line in body.lines { read.update { $0.append(line) } }
        }
        await read.wait { !$0.isEmpty }
        task.cancel()
        let result = await task.result
        #expect(throws: TalynError.self) { try result.get() }
        if case .failure(let error) = result { #expect((error as? TalynError)?.isCancelled == true) }
        #expect(read.value == ["a"])
        #expect(isGone.value)
    }

    @Test func cancellationErrorOfTheBodyIsACancelledCall() async {
        let (_, error) = await elements(body(["a"], then: CancellationError()).lines)
        #expect(error?.isCancelled == true)
        #expect(error?.underlyingError is TransportError)
        #expect(error?.response == nil)
    }

    @Test func sequenceOfDataHasElementsAsABody() async throws {
        let stream = AsyncStream<Data> { continuation in
            for chunk in ["a\n", "b"] { continuation.yield(Data(chunk.utf8)) }
            continuation.finish()
        }
        #expect(await elements(HTTPBody(stream).lines).0 == ["a", "b"])
    }

    @Test func bytesAreThoseOfTheBody() async throws {
        let text = String(repeating: "0123456789", count: 5_000)
        var bytes: [UInt8] = []
        for try await byte in body(["", text, "", "x"]).bytes { bytes.append(byte) }
        #expect(bytes == Array((text + "x").utf8))
        var iterator = body(["a"], then: Broken()).bytes.makeAsyncIterator()
        #expect(try await iterator.next() == UInt8(ascii: "a"))
        await #expect(throws: TalynError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test @MainActor func elementsAreReadOnAnActorOfOnesOwn() async throws {
        var lines: [String] = []
        for try await line in body(["a\n", "b"]).lines {
            MainActor.assertIsolated()
            lines.append(line)
        }
        #expect(lines == ["a", "b"])
    }

    @Test func textOfASequenceThatIsNotOfTheTypeIsAnErrorAndOneThatIsNotJSONIsPassedOver() async {
        let sequence = body(["\u{1E}{\"id\":\n\u{1E}nonsense\n\u{1E}{\"id\":1}\n\u{1E}{\"id\":\"x\"}\n"])
            .jsonSequence(as: Item.self)
        let (items, error) = await elements(sequence)
        #expect(items == [Item(id: 1)])
        guard case .undecodable(.text, 4, _) = error?.underlyingError as? StreamError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func dataOfAnEventIsDecoded() throws {
        #expect(try ServerSentEvent(data: "{\"id\":1}").decode(Item.self) == Item(id: 1))
        let error = #expect(throws: TalynError.self) { try ServerSentEvent(data: "{}").decode(Item.self) }
        #expect(error?.underlyingError is DecodingError)
    }
}
