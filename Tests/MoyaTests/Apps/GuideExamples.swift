import Foundation
import Moya
import TalynTesting
import TestSupport
import Testing

import class Talyn.Provider
import struct Talyn.RetryPlugin

// The examples of the second and the third step of the guide.

private struct Item: Decodable {
    let id: String
}

struct GuideExamples {
    @Test(.stubs) func showsTheItem() async throws {
        let patient = MoyaProvider<Shop>(plugins: [NetworkLoggerPlugin()], talynPlugins: [RetryPlugin()])
        StubSet.current.on(.get("/items/{id}")) { request in .json(["id": request.pathParameters["id"]]) }
        let response = try await withCheckedThrowingContinuation { continuation in
            patient.request(.item(id: 7)) { continuation.resume(with: $0) }
        }
        #expect(try response.map([String: String].self) == ["id": "7"])
    }

    @Test(.stubs) func aTargetIsHandedToTalyn() async throws {
        StubSet.current.on(.get("/items/7"), .json(["id": "7"]))
        let shop = Provider<MultiTarget.ForTalyn>(plugins: [RetryPlugin()])
        let item = try await shop.request(MultiTarget.ForTalyn(Shop.item(id: 7)), as: Item.self)
        #expect(item.id == "7")
    }

    @MainActor @Test func aCompletionRunsOnItsQueue() async {
        let completions = Recorder<Bool>()
        @Sendable func save(_ result: Result<Moya.Response, MoyaError>) {
            completions.record(!Thread.isMainThread && (try? result.get()) != nil)
        }
        let provider = MoyaProvider<Shop>(stubClosure: MoyaProvider.immediatelyStub)
        provider.request(.item(id: 7), callbackQueue: .global()) { @Sendable result in
            save(result)
        }
        while completions.events.isEmpty { await _Concurrency.Task.yield() }
        #expect(completions.events == [true])
    }

    @Test func examplesOfTheGuideAreCompiled() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let compiled = try DocumentedExamples(compiledIn: [
            URL(fileURLWithPath: #filePath),
            tests.appendingPathComponent("MoyaTests/Apps/GuideTarget.swift"),
            tests.appendingPathComponent("TalynMacrosTests/Documentation/ReadmeMacroExamples.swift"),
        ])
        for (name, count) in [("Moya.docc/MovingOn.md", 30), ("Moya.docc/DifferencesFromMoya.md", 2)] {
            let page = tests.deletingLastPathComponent().appendingPathComponent("Sources/Moya/\(name)")
            let result = try compiled.check(page: page)
            #expect(result.missing == [])
            #expect(result.count > count)
        }
    }
}
