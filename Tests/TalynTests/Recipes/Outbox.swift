import Foundation
import Talyn

// The code of Recipes.md, compiled. DocumentedExamplesTests compares the two.

/// The changes that the app makes on the server.
enum Change: TargetType, Codable {
    case order(item: Int, count: Int)
    case cancel(order: Int)

    var baseURL: URL { URL(string: "https://shop.example.com")! }

    var path: RequestPath {
        switch self {
        case .order: "/orders"
        case .cancel(let order): "/orders/\(order)/cancellation"
        }
    }

    var method: HTTPRequest.Method { .post }

    var body: RequestBody {
        if case .order(let item, let count) = self { .json(["item": item, "count": count]) } else { .none }
    }
}

/// Changes that the server hasn't confirmed, in a file. It outlives the process.
actor Outbox {
    struct Entry: Codable {
        let change: Change
        let key: String
    }

    struct Lists: Codable {
        var entries: [Entry] = []
        var refused: [Entry] = []
    }

    /// The statuses by which a server refuses a change for good.
    static let refusals: Set<Int> = [400, 403, 404, 405, 410, 413, 415, 422]

    private let file: URL
    private let shop: Provider<Change>
    private var isSending = false
    private(set) var lists = Lists()

    init(file: URL, shop: Provider<Change>) throws {
        self.file = file
        self.shop = shop
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        lists = try JSONDecoder().decode(Lists.self, from: Data(contentsOf: file))
    }

    func add(_ change: Change) throws {
        lists.entries.append(Entry(change: change, key: UUID().uuidString))
        try save()
    }

    /// Removes the refused changes, after the user has seen them.
    func removeRefused() throws {
        lists.refused = []
        try save()
    }

    func send() async throws {
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while let entry = lists.entries.first {
            do {
                let options = RequestOptions { $0.idempotency = .key { entry.key } }
                _ = try await shop.request(entry.change, options: options)
            } catch {
                guard let status = error.statusCode, Self.refusals.contains(status) else { throw error }
                lists.refused.append(entry)
            }
            lists.entries.removeFirst()
            try save()
        }
    }

    private func save() throws {
        try JSONEncoder().encode(lists).write(to: file, options: .atomic)
    }
}
