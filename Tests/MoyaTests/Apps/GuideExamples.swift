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

    @Test func examplesOfTheGuideAreCompiled() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let compiled = try DocumentedExamples(compiledIn: [
            URL(fileURLWithPath: #filePath),
            tests.appendingPathComponent("MoyaTests/Apps/GuideTarget.swift"),
            tests.appendingPathComponent("TalynMacrosTests/Documentation/ReadmeMacroExamples.swift"),
        ])
        let page = tests.deletingLastPathComponent().appendingPathComponent("Sources/Moya/Moya.docc/MovingOn.md")
        let result = try compiled.check(page: page)
        #expect(result.missing == [])
        #expect(result.count > 30)
    }
}
