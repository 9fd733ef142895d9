#if Tools && os(Linux)
import ArgumentParser
import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TestSupport

/// Makes calls with a cache in a folder that other processes use, too. Prints each response that is wrong.
struct CacheLoadWorker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cache-load-worker", shouldDisplay: false)

    @Option var folder: String

    @Option var calls: Int

    @Option var seed: UInt64

    func run() async throws {
        let cache = HTTPCache(try CacheLoadCommand.store(URL(fileURLWithPath: folder)))
        let transport = InterceptedTransport(CachePlugin(cache), over: CacheLoadOrigin())
        let (calls, seed) = (calls, seed)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(seed: seed &* 8 &+ UInt64(task))
                    for _ in 0..<calls / 8 {
                        let call = CacheLoadCall(using: &random)
                        do {
                            try await call.run(transport, cache)
                        } catch {
                            print("WRONG \(call): \(error)")
                        }
                    }
                }
            }
        }
        let counts = cache.statistics
        print("\(counts.requests) requests, \(counts.hits) hits, \(counts.revalidations) revalidations")
    }
}

/// A call by chance.
private struct CacheLoadCall: CustomStringConvertible {
    private enum Action: CaseIterable {
        case get, reload, range, head, start, remove
    }

    private struct Wrong: Error {
        let text: String
    }

    private let action: Action
    private let number: Int
    private let accept: String
    private let user: String
    private let start: Int

    init(using random: inout SeededGenerator) {
        let chance = Int.random(in: 0..<100, using: &random)
        action =
            switch chance {
            case ..<70: .get
            case ..<78: .reload
            case ..<86: .range
            case ..<90: .head
            case ..<97: .start
            default: .remove
            }
        number = .random(in: 0..<24, using: &random)
        accept = ["a", "b", "c"].randomElement(using: &random) ?? "a"
        user = ["-", "one", "two"].randomElement(using: &random) ?? "-"
        start = .random(in: 0..<90, using: &random)
    }

    var description: String { "\(action) \(number) \(accept) \(user)" }

    func run(_ transport: InterceptedTransport, _ cache: HTTPCache) async throws {
        let url = URL(string: "https://example.com/\(number)")!
        if action == .remove { return try await cache.remove(url) }
        var request = OutgoingRequest(url: url)
        request.headerFields[.accept] = accept
        if user != "-" { request.headerFields[.authorization] = user }
        if action == .range { request.headerFields[.range] = "bytes=\(start)-89" }
        if action == .head { request.method = .head }
        var transportRequest = request
        if action == .reload { transportRequest.options.cache = .reload }
        try await check(try await transport.send(transportRequest))
    }

    private func check(_ response: TransportResponse) async throws {
        var data = Data()
        for try await chunk in response.body {
            data += chunk
            // The rest isn't read, as by a task that is cancelled.
            if action == .start { return }
        }
        switch (action, response.statusCode) {
        case (.head, 200):
            if !data.isEmpty { throw Wrong(text: "a response to HEAD has a body") }
        case (.range, 206):
            // The content isn't whole; its lines are.
            guard let tag = response.headerFields[.eTag]?.split(separator: "-").last?.dropLast(), let version = Int(tag)
            else { throw Wrong(text: "the part has no entity tag") }
            let whole = Representation(number: number, accept: accept, user: user, version: version)
            if data != whole.content[start..<90] { throw Wrong(text: "the part isn't that of its entity tag") }
        case (_, 200):
            guard let representation = Representation(content: data) else {
                throw Wrong(text: "the content is damaged: \(data.count) bytes")
            }
            let isOwn = (representation.number, representation.accept, representation.user) == (number, accept, user)
            if !isOwn { throw Wrong(text: "the content is that of \(representation)") }
            if representation.entityTag != response.headerFields[.eTag] {
                throw Wrong(
                    text: "the content is \(representation.entityTag), the head \(response.headerFields[.eTag] ?? "")"
                )
            }
        default: throw Wrong(text: "the status is \(response.statusCode)")
        }
    }
}
#endif
