import Foundation
import HTTPTypes
import Talyn

/// The suite's own server.
struct ServedSuiteOrigin: SuiteOrigin {
    private struct Received: Decodable {
        let number: Int?
        let method: String
        let headerFields: [String: String]
        let saved: [[Value]]

        enum Value: Decodable {
            case text(String)
            case texts([String])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = try (try? .text(container.decode(String.self))) ?? .texts(container.decode([String].self))
            }

            var text: String {
                switch self {
                case .text(let text): text
                case .texts(let texts): texts.joined(separator: ", ")
                }
            }
        }

        enum CodingKeys: String, CodingKey {
            case number = "request_num"
            case method = "request_method"
            case headerFields = "request_headers"
            case saved = "response_headers"
        }
    }

    let baseURL: String
    let transport: any Transport
    /// The tests as the file has them, by their names. The server gets them unchanged.
    let sources: [String: [[String: any Sendable]]]

    var date: @Sendable () -> Date { { Date() } }

    /// - Parameter file: The file of the suite.
    init(baseURL: String, transport: any Transport, file: Data) throws {
        self.baseURL = baseURL
        self.transport = transport
        let tests = try JSONSerialization.jsonObject(with: file) as? [[String: Any]] ?? []
        var sources: [String: [[String: any Sendable]]] = [:]
        for test in tests {
            guard let id = test["id"] as? String, let requests = test["requests"] as? [[String: any Sendable]] else {
                continue
            }
            sources[id] = requests.map { request in
                var request = request
                request["id"] = id
                request["name"] = test["name"] as? String ?? id
                return request
            }
        }
        self.sources = sources
    }

    func configure(_ id: String, _ test: SuiteCase) async throws {
        var request = OutgoingRequest(url: URL(string: "\(baseURL)/config/\(id)")!)
        request.method = .put
        request.headerFields[.contentType] = "application/json"
        request.body = HTTPBody(try JSONSerialization.data(withJSONObject: sources[test.id] ?? []))
        let response = try await transport.send(request)
        _ = try await response.readText()
        guard response.statusCode == 201 else { throw TransportError(.invalidResponse, of: request) }
    }

    func received(by id: String) async throws -> [SuiteReceived] {
        let request = OutgoingRequest(url: URL(string: "\(baseURL)/state/\(id)")!)
        let response = try await transport.send(request)
        let text = try await response.readText()
        guard response.statusCode == 200 else { return [] }
        return try JSONDecoder().decode([Received].self, from: Data(text.utf8)).map { received in
            SuiteReceived(
                number: received.number,
                method: received.method,
                headerFields: received.headerFields,
                saved: received.saved.compactMap { $0.count == 2 ? (name: $0[0].text, value: $0[1].text) : nil }
            )
        }
    }

    func pause() async throws {
        // The server has no other clock than the real one.
        try await Task.sleep(for: .seconds(3))
    }
}
