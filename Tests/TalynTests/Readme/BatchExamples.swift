import Foundation
import Talyn

// The code of Batches.md, compiled. DocumentedExamplesTests compares the two.

struct Repository: Decodable, Sendable {
    let id: Int
}

enum BatchExamples {
    static func values(_ github: Provider<GitHub>, _ names: [String]) async throws -> [Account] {
        let batch = github.batch(names.map { .user($0) }, limit: 8)
        let accounts = try await batch.values(as: Account.self)
        return accounts
    }

    static func results(_ batch: Batch<GitHub>, _ names: [String]) async {
        for (name, result) in zip(names, await batch.results()) {
            if case .failure(let error) = result { print(name, error) }
        }
    }

    static func items(_ batch: Batch<GitHub>) async {
        for await item in batch {
            print(item.index, item.target, item.result)
            if case .failure(let error) = item.result, error.isConnectionFailure { break }
        }
    }

    static func typed(_ api: MultiProvider, _ names: [String]) async throws -> [Account] {
        let accounts = try await api.provider(for: Profile.self).batch(names.map { Profile(name: $0) }).values()
        return accounts
    }

    static func inSequence(_ github: Provider<GitHub>, _ name: String) async throws -> [Repository] {
        let account = try await github.request(.user(name), as: Account.self)
        let target = GitHub.repositories(of: account.login, page: 1)
        let repositories = try await github.request(target, as: [Repository].self)
        return repositories
    }

    static func atTheSameTime(_ github: Provider<GitHub>) async throws -> (String, Account) {
        async let zen = github.request(.zen).mapString()
        async let ada = github.request(.user("ada"), as: Account.self)
        let both = try await (zen, ada)
        return both
    }
}
