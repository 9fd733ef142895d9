#if Valkey
import Foundation
import TalynAuth
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Random histories of several processes with one store, against a model in a few lines.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .hammer)
struct TokenModelTests {
    /// The state that the server should have.
    private struct Model {
        /// The process with the access, if its lease holds.
        var holder: Int?
        /// The number of the last access or write outside of one; nil after a loss.
        var last: Int?
        var count = 0
        var tokens: Data?

        mutating func next() -> Int {
            count += 1
            last = count
            return count
        }
    }

    @available(Valkey, *)
    private static var fence: ValkeyKey { "test:tokens:{shop}:fence" }

    private enum Step: CaseIterable {
        case acquire, end, save, save2, remove, load, leaseEnds, loseAll, loseNumber, failOver
    }

    @available(Valkey, *)
    @Test(arguments: 0..<8)
    func noTwoAccessesAndNoWriteOfAnOldOne(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await Fleet.run(4) { fleet async throws in
            let stores = fleet.servers.map { ValkeyTokenStore("shop", on: $0, encryption: .test) }
            var model = Model()
            /// The accesses that the processes believe to have, with their numbers in the model.
            var accesses: [Int: (access: TokenStoreAccess, number: Int)] = [:]
            /// Numbers in the server, with those in the model.
            var numbers: [(text: String, number: Int)] = []
            var history: [String] = []
            for index in 0..<300 {
                let process = Int.random(in: 0..<4, using: &random)
                let store = stores[process]
                let step = Step.allCases.randomElement(using: &random)!
                history.append("\(process) \(step)")
                switch step {
                case .acquire:
                    guard accesses[process] == nil else { break }
                    let access = try? await store.exclusiveAccess(within: .zero)
                    #expect((access != nil) == (model.holder == nil), "\(history.suffix(20))")
                    guard let access else { break }
                    accesses[process] = (access, model.next())
                    model.holder = process
                    let text: String? = try await fleet.clients[0].get(Self.fence).map { String($0) }
                    numbers.append((try #require(text), model.count))
                case .end:
                    guard let (access, _) = accesses.removeValue(forKey: process) else { break }
                    await access.end()
                    if model.holder == process { model.holder = nil }
                case .save, .save2, .remove:
                    let value = step == .remove ? nil : Data("token \(index)".utf8)
                    let isSaved = (try? await store.save(value)) != nil
                    let number = accesses[process]?.number
                    #expect(isSaved == (number == nil || (model.last ?? 0) <= number!), "\(history.suffix(20))")
                    if isSaved { model.tokens = value }
                    if let number, isSaved { model.last = number }
                    if number == nil { _ = model.next() }
                case .load:
                    #expect(try await store.load() == model.tokens, "\(history.suffix(20))")
                case .leaseEnds:
                    _ = try await fleet.clients[0].del(keys: ["test:tokens:{shop}:lock"])
                    model.holder = nil
                case .loseAll:
                    _ = try await fleet.clients[0].flushall()
                    (model.holder, model.last, model.tokens) = (nil, nil, nil)
                case .loseNumber:
                    _ = try await fleet.clients[0].del(keys: [Self.fence])
                    model.last = nil
                case .failOver:
                    // The replica hasn't got the last numbers.
                    guard let (text, number) = numbers.randomElement(using: &random) else { break }
                    _ = try await fleet.clients[0].set(Self.fence, value: text, expiration: .seconds(60))
                    model.last = number
                }
                if index.isMultiple(of: 50) { #expect(try await fleet.immortalKeys() == []) }
            }
            for (access, _) in accesses.values { await access.end() }
        }
    }
}
#endif
