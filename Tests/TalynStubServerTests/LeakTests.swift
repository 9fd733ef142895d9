import Foundation
import Talyn
import TalynStubServer
import TalynTesting
import TestSupport
import Testing
import _TalynSupport

/// Secrets in every place where one can be, and every place where one could come out.
@Suite(.sockets) struct LeakTests {
    /// Each secret holds this, and nothing else does.
    private static let mark = "m4rk3d"

    enum Bank: TargetType, Hashable {
        case account(token: String)
        case signIn(password: String)
        case pay(card: String)

        var baseURL: URL { URL(string: "http://ada:m4rk3d-user@bank.example.com")! }

        var path: RequestPath {
            switch self {
            case .account: "/account"
            case .signIn: "/session"
            case .pay: "/payments"
            }
        }

        var method: HTTPRequest.Method { if case .account = self { .get } else { .post } }

        var query: RequestParameters {
            if case .account(let token) = self { ["access_token": token, "page": 1] } else { [:] }
        }

        var body: RequestBody {
            switch self {
            case .account: .none
            case .signIn(let password): .form(["user": "ada", "password": password])
            case .pay(let card): .json(["payment": ["cardNumber": card, "note": "rent"]])
            }
        }

        var headerFields: HTTPFields {
            [HTTPField.Name("X-Api-Key")!: "m4rk3d-key", .cookie: "session=m4rk3d-cookie; lang=en"]
        }

        var validation: StatusValidation { .any }
    }

    private static let targets: [Bank] = [
        .account(token: "m4rk3d-token"), .signIn(password: "m4rk3d-password"), .pay(card: "m4rk3d-card"),
    ]

    /// A server that gives away all it knows, and redirects with a token.
    private struct Server: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let body = try await request.readBody(upTo: 64 << 20) ?? Data()
            var fields = HTTPFields()
            fields.append(HTTPField(name: .setCookie, value: "session=m4rk3d-set; Path=/"))
            fields[.location] = "http://bank.example.com/next?code=m4rk3d-code#access_token=m4rk3d-fragment"
            fields[.contentType] = "application/json"
            let json: [String: String] = [
                "refresh_token": "m4rk3d-refresh", "echo": String(decoding: body, as: UTF8.self), "name": "ada",
                "link": "http://ada:m4rk3d-user@bank.example.com/?api_key=m4rk3d-key",
            ]
            return TransportResponse(
                statusCode: 201,
                headerFields: fields,
                url: URL(string: "http://bank.example.com/next?code=m4rk3d-code"),
                body: HTTPBody(try JSONEncoder().encode(json))
            )
        }
    }

    @Test func noSecretIsInAFile() async throws {
        let recording = try await recording()
        #expect(recording.entries.count == 3)
        let text = String(decoding: recording.data, as: UTF8.self)
        #expect(text.contains("\"rent\"") || text.contains("rent"))
        #expect(!text.contains(Self.mark))
        #expect(recording.leaks().isEmpty)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har")
        defer { try? FileManager.default.removeItem(at: file) }
        try recording.save(to: file)
        #expect(!(try String(contentsOf: file, encoding: .utf8)).contains(Self.mark))
    }

    private func recording() async throws -> Recording {
        let recorder = RecordingTransport(wrapping: Server())
        let bank = Provider<Bank>(transport: recorder)
        for target in Self.targets { _ = try await bank.request(target) }
        return recorder.recording
    }

    @Test func messagesOfAStubHaveNoSecrets() async throws {
        var texts: [String] = []
        let stubs = StubSet()
        let others: [RequestMatcher] = [
            .target(Bank.signIn(password: "m4rk3d-other")), .get("/account?access_token=m4rk3d-other"),
            .path("http://ada:m4rk3d-other@bank.example.com/"), .query("access_token", "m4rk3d-other"),
            .header(.cookie, "m4rk3d-other"), .header(HTTPField.Name("X-Api-Key")!, "m4rk3d-other"),
            .json("m4rk3d-other", atKeyPath: "payment.cardNumber.0"),
            .form("password", "m4rk3d-other"), .json("m4rk3d-other", atKeyPath: "payment.cardNumber"),
            !.query("access_token", "m4rk3d-token"),
        ]
        for matcher in others {
            let own = StubSet()
            own.on(matcher && .host("nowhere"), .status(200))
            for set in [own, stubs] { set.on(matcher, .status(200)) }
            for target in Self.targets {
                do {
                    _ = try await Provider<Bank>(transport: own).request(target)
                } catch {
                    texts += ["\(error)", error.localizedDescription, "\(error.underlyingError as Any)"]
                }
            }
            texts += own.failures.map(\.description)
        }
        for target in Self.targets {
            _ = try? await Provider<Bank>(transport: stubs).request(target)
        }
        texts += stubs.failures.flatMap { [$0.description, $0.request?.description ?? ""] }
        #expect(texts.count > 40)
        for text in texts { #expect(!text.contains(Self.mark), "\(text)") }
    }

    @Test func messagesOfAReplayHaveNoSecrets() async throws {
        let recording = try await recording()
        var texts: [String] = []
        let replay = ReplayTransport(recording)
        texts += replay.unused.map(\.description)
        for target in Self.targets { _ = try await Provider<Bank>(transport: replay).request(target) }
        for target in Self.targets {
            do {
                _ = try await Provider<Bank>(transport: replay).request(target)
            } catch {
                texts += ["\(error)", error.localizedDescription]
            }
        }
        let now = RecordingTransport(wrapping: StubSet.answeringAll(.status(500)))
        for target in Self.targets { _ = try await Provider<Bank>(transport: now).request(target) }
        texts.append("\(DriftReport(live: now.recording, recorded: recording))")
        #expect(texts.count > 6)
        for text in texts { #expect(!text.contains(Self.mark), "\(text)") }
    }

    #if Tools
    @available(Hummingbird, *)
    @Test func messagesOfAServerHaveNoSecrets() async throws {
        let log = Locked<[String]>([])
        var options = StubServer.Options()
        options.onRequest = { request in log.withLock { $0.append("\(request)") } }
        let replay = ReplayTransport(try await recording())
        let bodies = try await StubServer.withServer(serving: replay, options: options) { server in
            let bank = Provider<Bank>(baseURL: server, requestOptions: .patient)
            var bodies: [String] = []
            // The second time, nothing answers.
            for target in Self.targets + Self.targets {
                bodies.append(try await bank.request(target, as: String.self))
            }
            return bodies
        }
        #expect(log.withLock(\.count) == 6)
        for text in bodies + log.withLock(\.self) { #expect(!text.contains(Self.mark), "\(text)") }
    }
    #endif
}

extension StubSet {
    static func answeringAll(_ answer: StubAnswer) -> StubSet {
        let stubs = StubSet()
        stubs.fallback(.any, answer)
        return stubs
    }
}
