import Foundation
import TalynTesting
import TestSupport
import Testing
import _TalynSupport

/// The order of events in tests whose stubs answer later.
struct DelayedStubTests {
    private struct Item: TargetType {
        var path: RequestPath
        var body = RequestBody.none
        var method: HTTPRequest.Method = .get
        var baseURL: URL { URL(string: "https://api.example.com")! }
    }

    /// A retry with back-off, a timeout, delayed stubs and an upload of a file, at the same time.
    private static func mixedEvents(uploading file: URL) async -> [String] {
        let log = Locked<[String]>([])
        await withStubs { stubs in
            let time = TimeSource(ContinuousClock())
            let start = time.now
            @Sendable func note(_ event: String) {
                log.withLock { $0.append("\((time.now - start).seconds): \(event)") }
            }
            stubs.on(.get("/busy"), .status(503), .status(503), .text("done"))
            stubs.on(.get("/late"), .text("late").delayed(by: .seconds(20)))
            stubs.on(.post("/file"), times: .exactly(3)) { request in
                note("upload of \(request.body.count) bytes")
                return .text("stored").delayed(by: .milliseconds(1))
            }
            for number in 0..<6 {
                stubs.on(.get("/\(number)"), .text("\(number)").delayed(by: .milliseconds(100 * (7 - number))))
            }
            let retry = RetryPlugin(random: SeededGenerator(seed: 5))
            let items = Provider<Item>(plugins: [retry])
            await withTaskGroup { group in
                group.addTask {
                    let text = try? await items.request(Item(path: "busy"), as: String.self)
                    note("retried: \(text ?? "failed")")
                }
                group.addTask {
                    let options = RequestOptions {
                        $0.timeout = .milliseconds(350)
                        $0.deadline = .seconds(1)
                    }
                    do throws(TalynError) {
                        _ = try await items.request(Item(path: "late"), options: options)
                        note("not too late")
                    } catch {
                        note("late: \(error.transportError.map { "\($0.kind)" } ?? "other")")
                    }
                }
                for number in 0..<6 {
                    group.addTask {
                        _ = try? await items.request(Item(path: "\(number)"))
                        note("item \(number)")
                    }
                }
                group.addTask {
                    for number in 0..<3 {
                        let upload = Item(path: "file", body: .file(file), method: .post)
                        _ = try? await items.request(upload)
                        note("uploaded \(number)")
                    }
                }
            }
        }
        return log.withLock { $0 }
    }

    @Test(.hammer) func eventsComeInTheSameOrderEachTime() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("scope-\(UUID().uuidString)")
        try Data(count: 600_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let expected = await Self.mixedEvents(uploading: file)
        #expect(expected.contains { $0.hasSuffix("retried: done") })
        #expect(expected.filter { $0.contains("item") }.count == 6)
        #expect(expected.contains { $0.hasSuffix("upload of 600000 bytes") })
        // Keeps other threads busy during the first runs, and leaves the machine to other tests then.
        let isOver = Locked(false)
        let threads = (0..<2).map { _ in
            Thread {
                for _ in 0..<3_000_000 where isOver.withLock({ $0 }) { break }
            }
        }
        for thread in threads { thread.start() }
        defer { isOver.withLock { $0 = true } }
        for _ in 0..<200 {
            guard await Self.mixedEvents(uploading: file) == expected else {
                Issue.record("another order")
                return
            }
        }
    }

    @Test func answersOfDelayedStubsComeByTheirDelays() async {
        let order = await withStubs { stubs in
            for number in 1...5 {
                stubs.on(.get("/\(number)"), .text("\(number)").delayed(by: .seconds(6 - number)))
            }
            return await withTaskGroup(of: String.self) { group in
                for number in 1...5 {
                    group.addTask {
                        let text = try? await Provider<Item>().request(Item(path: "\(number)"), as: String.self)
                        return text ?? "failed"
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(order == ["5", "4", "3", "2", "1"])
    }

    /// Many tests use the main actor at the same time. Time stands while a task of theirs is about to make its call, and until
    /// it has used its answer.
    @Test(.hammer, arguments: 1...50) func timeStandsForATaskOfTheMainActor(_: Int) async {
        for _ in 1...10 {
            await withStubs { stubs in
                stubs.on(.get("/zen"), .text("a").delayed(by: .seconds(1)))
                stubs.on(.get("/late"), .text("b").delayed(by: .seconds(2)))
                let items = Provider<Item>()
                let source = TimeSource(ContinuousClock())
                let start = source.now
                async let late = try? items.request(Item(path: "late"))
                await Task { @MainActor in
                    _ = try? await items.request(Item(path: "zen"))
                    #expect(source.now - start == .seconds(1))
                }.value
                _ = await late
                #expect(source.now - start == .seconds(2))
            }
        }
    }
}

extension StubAnswer {
    fileprivate func delayed(by duration: Duration) -> StubAnswer { with(FaultScript(.latency(.fixed(duration)))) }
}
