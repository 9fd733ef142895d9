#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import TestSupport
import Testing

/// The server as a whole: connections, its beginning and its end.
@Suite(.sockets) struct StubServerTests {
    @Test(arguments: Client.all)
    func servesManyAtOnce(_ client: Client) async throws {
        let running = Watched(0)
        // Nobody is answered before all have come: they have to be under way at the same time.
        let transport = Answering { request in
            running.update { $0 += 1 }
            await running.wait { $0 >= 200 }
            return .text(request.url?.path ?? "")
        }
        try await StubServer.withServer(serving: transport) { url in
            let clients = try await withThrowingTaskGroup(of: RawClient.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let client = try await RawClient.connect(to: url)
                        try await client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                        await client.text(containing: "\r\n\r\n/\(number)")
                        return client
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // And once more, by clients that have limits of their own.
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask { try await client.text(url.appending(path: "\(number)")) == "/\(number)" }
                }
                for try await isRight in group { #expect(isRight) }
            }
            for client in clients { try await client.close() }
        }
    }

    @Test func clientThatLeavesEndsTheWork() async throws {
        let log = Watched<[String]>([])
        let transport = Answering { _ in
            log.update { $0.append("begun") }
            do {
                try await Task.sleep(for: .seconds(3_600))
            } catch {
                log.update { $0.append("cancelled") }
                throw error
            }
            return .text("")
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await log.wait { $0 == ["begun"] }
            try await client.close()
            await log.wait { $0 == ["begun", "cancelled"] }
        }
    }

    @Test func clientThatLeavesEndsTheBody() async throws {
        let hasEnded = Watched(false)
        let transport = Answering { _ in
            let body = HTTPBody(isReplayable: false) {
                var isFirst = true
                return {
                    if isFirst {
                        isFirst = false
                        return Data("first".utf8)
                    }
                    defer { hasEnded.update { $0 = true } }
                    try await Task.sleep(for: .seconds(3_600))
                    return nil
                }
            }
            return TransportResponse(statusCode: 200, body: body)
        }
        let served = Watched<[ServedRequest]>([])
        var options = StubServer.Options()
        options.onRequest = { request in served.update { $0.append(request) } }
        try await StubServer.withServer(serving: transport, options: options) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await client.text(containing: "first")
            try await client.close()
            await hasEnded.wait { $0 }
            await served.wait { !$0.isEmpty }
            #expect(served.value.first?.failure == "The client has left.")
            #expect(served.value.first?.byteCount == 5)
        }
    }

    @Test func serverEndsWithItsTaskDespiteBusyClients() async throws {
        let arrived = Watched(0)
        let transport = Answering { request in
            arrived.update { $0 += 1 }
            switch request.url?.path {
            case "/slow": try await Task.sleep(for: .seconds(3_600))
            case "/upload": _ = try await request.body?.collected()
            default: break
            }
            return TransportResponse(statusCode: 200, body: .bytes(400_000_000))
        }
        let clients = try await StubServer.withServer(serving: transport) { url in
            let heads = [
                "", "GET", "GET /slow HTTP/1.1\r\n\r\n", "GET /stalled HTTP/1.1\r\n\r\n",
                "POST /upload HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc",
            ]
            var clients: [RawClient] = []
            for head in heads {
                let client = try await RawClient.connect(to: url, reads: head.isEmpty)
                if !head.isEmpty { try await client.send(head) }
                clients.append(client)
            }
            // Of the first two clients no whole request comes.
            await arrived.wait { $0 == 3 }
            return clients
        }
        for client in clients {
            try? await client.startReading()
            await client.waitForEnd()
        }
    }

    @Test func runEndsByCancellation() async throws {
        let address = Watched<URL?>(nil)
        let task = Task {
            try await StubServer.run(serving: Answering()) { url in address.update { $0 = url } }
        }
        await address.wait { $0 != nil }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let url = try #require(address.value)
        #expect(await Client.usual.failure(url) == .cannotConnect)
    }

    @Test func errorOfTheBodyIsThatOfTheServer() async throws {
        struct Wrong: Error {}
        await #expect(throws: Wrong.self) {
            try await StubServer.withServer(serving: Answering()) { _ in throw Wrong() }
        }
    }

    @Test func portInUseIsSaid() async throws {
        try await StubServer.withServer(serving: Answering(200, [:], "first")) { url in
            var options = StubServer.Options()
            options.port = url.port ?? 0
            let error = await #expect(throws: StubServerError.self) {
                try await StubServer.withServer(serving: Answering(), options: options) { _ in }
            }
            #expect(error == .portInUse(host: "127.0.0.1", port: options.port))
            #expect(error?.description.contains("\(options.port)") == true)
            #expect(error?.recoverySuggestion?.contains("another port") == true)
            let text = try await Client.usual.text(url)
            #expect(text == "first")
        }
    }

    @Test(arguments: [("203.0.113.7", 0), ("127.0.0.1", 70_000), ("127.0.0.1", -1), ("no host at all", 0)])
    func whereNobodyCanListenIsSaid(_ host: String, port: Int) async throws {
        var options = StubServer.Options()
        options.host = host
        options.port = port
        let error = await #expect(throws: StubServerError.self) {
            try await StubServer.withServer(serving: Answering(), options: options) { _ in }
        }
        guard case .cannotListen(host, port, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func listensOnOtherAddresses() async throws {
        var options = StubServer.Options()
        options.host = "::1"
        do {
            let transport = Answering { .text($0.url?.path ?? "") }
            try await StubServer.withServer(serving: transport, options: options) { url in
                #expect(url.absoluteString.hasPrefix("http://[::1]:"))
                let text = try await Client.usual.text(url.appending(path: "a"))
                #expect(text == "/a")
            }
        } catch is StubServerError {
            // There are machines without IPv6.
        }
    }

    @Test func tellsOfRequestsWithoutSecrets() async throws {
        let served = Watched<[ServedRequest]>([])
        var options = StubServer.Options()
        options.onRequest = { request in served.update { $0.append(request) } }
        let transport = Answering { request in
            guard request.url?.path != "/lost" else {
                throw TransportError(.connectionLost, of: request)
            }
            return .text("hello", 201)
        }
        try await StubServer.withServer(serving: transport, options: options) { url in
            let target = try #require(URL(string: "\(url)/a?access_token=s3cr3t&page=2"))
            _ = try await Client.usual.send(target, method: "POST", headers: ["Authorization": "Bearer s3cr3t"])
            await served.wait { $0.count == 1 }
            let raw = try await RawClient.connect(to: url)
            try await raw.send("GET /lost HTTP/1.1\r\nHost: ada:s3cr3t@a\r\n\r\n")
            await raw.waitForEnd()
            await served.wait { $0.count == 2 }
        }
        let (first, second) = (served.value[0], served.value[1])
        #expect(first.method == "POST")
        #expect(first.path == "/a?access_token=…&page=2")
        #expect(first.statusCode == 201)
        #expect(first.byteCount == 5)
        #expect(first.failure == nil)
        #expect(first.description.hasPrefix("POST /a?access_token=…&page=2 201 5 bytes "))
        #expect(second.statusCode == nil)
        #expect(second.description.hasPrefix("GET /lost - 0 bytes "))
        #expect(second.failure?.contains("ended before the response was complete") == true)
        for request in served.value { #expect(!"\(request)".contains("s3cr3t")) }
    }
}
#endif
