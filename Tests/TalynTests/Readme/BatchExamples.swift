import Foundation
import Talyn
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The code of Batches.md, compiled.

struct Repository: Decodable, Sendable {
    let id: Int
}

struct LatestRepository: DecodableTargetType {
    typealias ResultType = Repository
    let owner: Account

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String { "/users/\(pathSegment: owner.login)/repos?per_page=1" }
    var keyPath: String? { "0" }
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

    static func mixed(_ provider: MultiProvider, _ names: [String]) async throws -> ([Account], [Response]) {
        let accounts = try await provider.batch(names.map { Profile(name: $0) }).values()
        let responses = try await provider.batch([.target(GitHub.zen), .target(Profile(name: "ada"))]).responses()
        return (accounts, responses)
    }

    static func chain(_ github: Provider<GitHub>) async throws -> [[Repository]] {
        var page = 1
        let pages = try await github.chain(.repositories(of: "ada", page: page), as: [Repository].self) { found in
            page += 1
            return found.isEmpty ? nil : .repositories(of: "ada", page: page)
        }
        return pages
    }

    static func related(_ github: Provider<GitHub>) async throws -> [Response] {
        let responses = try await github.chain(.user("ada")) { response in
            response.request?.url?.path == "/users/ada" ? .repositories(of: "ada", page: 1) : nil
        }
        return responses
    }

    static func mixedChain(_ provider: MultiProvider) async throws -> [Response] {
        let profile = Profile(name: "ada")
        let responses = try await provider.chain(profile) { response in
            guard response.request?.url?.path == "/users/ada" else { return nil }
            return LatestRepository(owner: try response.map(Account.self))
        }
        return responses
    }
}
