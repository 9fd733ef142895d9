import Foundation
import HTTPTypes
import Synchronization
import Talyn
import _TalynSupport

/// A server that the client of the suite talks to.
protocol SuiteOrigin: Sendable {
    var transport: any Transport { get }
    var baseURL: String { get }
    /// The clock of the cache.
    var date: @Sendable () -> Date { get }
    func configure(_ id: String, _ test: SuiteCase) async throws
    func received(by id: String) async throws -> [SuiteReceived]
    /// Waits for three seconds.
    func pause() async throws
}

/// A request that reached the origin.
struct SuiteReceived: Sendable {
    let number: Int?
    let method: String
    /// The header fields by their names in lower case.
    let headerFields: [String: String]
    /// The fields of the response that must reach the client unchanged.
    let saved: [(name: String, value: String)]
}

/// The origin of the suite, as a transport with a clock of its own.
final class VirtualSuiteOrigin: SuiteOrigin, Transport {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        var tests: [String: SuiteCase] = [:]
        var received: [String: [SuiteReceived]] = [:]
        /// The header fields of the responses, by their numbers.
        var sent: [String: [Int: HTTPFields]] = [:]
    }

    private let state = Mutex(State())

    var transport: any Transport { self }
    let baseURL = "http://cache.test"
    var date: @Sendable () -> Date { { self.state.withLock { $0.now } } }

    func configure(_ id: String, _ test: SuiteCase) async throws {
        state.withLock { $0.tests[id] = test }
    }

    func received(by id: String) async throws -> [SuiteReceived] {
        state.withLock { $0.received[id] ?? [] }
    }

    func pause() async throws {
        state.withLock { $0.now.addTimeInterval(3) }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let url = request.url!
        let id = url.pathComponents[2]
        let fields = Dictionary(
            request.headerFields.combined.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        return try state.withLock { state in
            let test = state.tests[id]!
            let count = (state.received[id]?.count ?? 0) + 1
            let number = fields["req-num"].flatMap { Int($0) }
            guard test.requests.indices.contains((number ?? count) - 1) else {
                return TransportResponse(statusCode: 409, body: HTTPBody(Data()))
            }
            let config = test.requests[(number ?? count) - 1]
            if let pause = config.responsePause { state.now.addTimeInterval(pause) }
            let base = url.path + (url.query.map { "?\($0)" } ?? "")
            var response = HTTPFields()
            var saved: [(name: String, value: String)] = []
            func add(_ name: String, _ value: String) {
                guard let name = HTTPField.Name(name) else { return }
                response.append(HTTPField(name: name, value: value))
            }
            add("Server-Base-Url", base)
            add("Server-Request-Count", String(count))
            add("Client-Request-Count", number.map(String.init) ?? "NaN")
            add("Server-Now", String(Int(state.now.timeIntervalSince1970 * 1000)))
            for header in config.responseHeaders ?? [] {
                let value = header.text(now: state.now, base: base, config)
                add(header.name, value)
                if header.isSaved { saved.append((header.name, value)) }
            }
            if response[.contentType] == nil { add("Content-Type", "text/plain") }
            // The servers of the suite add a date themselves.
            if response[.date] == nil { add("Date", SuiteDate.text(state.now, isRFC850: false)) }
            var status = config.responseStatus?.code ?? 200
            if let type = config.expectedType, type.hasSuffix("validated") {
                // A request that a cache answers leaves the fields of the file.
                let previous =
                    state.sent[id]?[(number ?? count) - 1] ?? Self.fields(of: test.requests[(number ?? count) - 2])
                let isCurrent = [(HTTPField.Name.lastModified, "if-modified-since"), (.eTag, "if-none-match")].contains
                {
                    previous[$0] != nil && previous[$0] == fields[$1]
                }
                status = isCurrent ? 304 : 999
            }
            state.sent[id, default: [:]][number ?? count] = response
            state.received[id, default: []].append(
                SuiteReceived(
                    number: number,
                    method: request.method.rawValue,
                    headerFields: fields,
                    saved: saved
                )
            )
            let numbers = (state.received[id] ?? []).map { $0.number.map(String.init) ?? "NaN" }
            add("Request-Numbers", numbers.joined(separator: " "))
            if config.disconnect == true { throw TransportError(.connectionLost, origin: Origin(url)) }
            let body =
                [204, 304].contains(status) || request.method == .head ? "" : config.responseBody ?? id
            return TransportResponse(statusCode: status, headerFields: response, body: HTTPBody(Data(body.utf8)))
        }
    }

    /// The header fields of a response, without dates.
    private static func fields(of request: SuiteRequest) -> HTTPFields {
        var fields = HTTPFields()
        for header in request.responseHeaders ?? [] {
            if case .text(let text)? = header.values.first, let name = HTTPField.Name(header.name) {
                fields[name] = text
            }
        }
        return fields
    }
}
