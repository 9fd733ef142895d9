#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

/// The handshakes that each engine is held to.
@Suite(.sockets)
struct EngineHandshakeTests {
    @Test(arguments: Engine.all)
    func requestHasTheFieldsOfAHandshakeAndThoseOfTheTarget(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            let head = try await server.accept(fields: ["Sec-WebSocket-Protocol: chat.v2", "X-Room: 7"])
            let lines = Set(head.map { $0.lowercased() })
            #expect(head.first == "GET /rooms/7 HTTP/1.1")
            for line in ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13", "x-tenant: acme"] {
                #expect(lines.contains(line))
            }
            #expect(lines.contains("sec-websocket-protocol: chat.v1, chat.v2"))
            #expect(lines.count { $0.hasPrefix("sec-websocket-key:") } == 1)
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server, headerFields: [.init("X-Tenant")!: "acme"]) {
                $0.subprotocols = ["chat.v1", "chat.v2"]
            }
            #expect(connection.response.statusCode == 101)
            #expect(connection.subprotocol == "chat.v2")
            #expect(connection.response.headerFields[.init("X-Room")!] == "7")
        }
    }

    @Test(arguments: Engine.all, [401, 403, 503])
    func refusalIsAStatus(_ engine: Engine, _ statusCode: Int) async throws {
        try await SocketServer.run { server in
            _ = try await server.readHead()
            let body = #"{"title":"no"}"#
            let fields = ["Content-Type: application/problem+json", "Content-Length: \(body.utf8.count)", "X-Why: no"]
            try await server.write("HTTP/1.1 \(statusCode) No\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n\(body)")
            try await server.readToEnd()
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await engine.connect(server) }
            #expect(error?.reason == .unacceptableStatus)
            #expect(error?.statusCode == statusCode)
            #expect(error?.response?.headerFields[.init("X-Why")!] == "no")
            if !engine.limits.contains(.refusalsHaveNoBody) { #expect(error?.problemDetails?.title == "no") }
        }
    }

    /// RFC 6455, section 4.1: the client must fail the connection.
    @Test(arguments: Engine.all, ["key", "upgrade", "subprotocol"])
    func invalidAgreementOpensNothing(_ engine: Engine, _ fault: String) async throws {
        try await SocketServer.run { server in
            let head = try await server.readHead()
            var agreement = SocketConversation.agreement(to: head)
            switch fault {
            case "key": agreement = SocketConversation.agreement(to: ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="])
            case "upgrade": agreement = agreement.replacing("Upgrade: websocket", with: "Upgrade: h2c")
            default: agreement = SocketConversation.agreement(to: head, fields: ["Sec-WebSocket-Protocol: chat"])
            }
            try await server.write(agreement)
            try await server.readToEnd()
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await engine.connect(server) }
            #expect(error?.reason == .transport)
            if !engine.limits.contains(.violationsHaveNoDetails) {
                #expect(error?.transportError?.kind == .invalidResponse)
            }
        }
    }

    @Test(arguments: Engine.all)
    func redirectIsFollowed(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            let head = try await server.readHead()
            if head.first == "GET /rooms/7 HTTP/1.1" {
                try await server.write("HTTP/1.1 307 Moved\r\nLocation: /moved\r\nContent-Length: 0\r\n\r\n")
            } else {
                #expect(head.first == "GET /moved HTTP/1.1")
                try await server.write(SocketConversation.agreement(to: head))
                try await server.close(1000)
            }
            try await server.readToEnd()
        } _: { server in
            let connection = try await engine.connect(server)
            for try await _ in connection {}
            #expect(connection.end?.code == .normalClosure)
        }
    }

    @Test(arguments: Engine.all)
    func serverThatEndsTheConnectionFailsTheHandshake(_ engine: Engine) async throws {
        try await SocketServer.run { server in
            _ = try await server.readHead()
        } _: { server in
            let error = await #expect(throws: TalynError.self) { try await engine.connect(server) }
            #expect(error?.isConnectionFailure == true)
        }
    }

    @Test(arguments: Engine.all)
    func cancelledHandshakeEndsItsConnection(_ engine: Engine) async throws {
        let states = Watched<[String]>([])
        try await SocketServer.run { server in
            _ = try await server.readHead()
            states.update { $0.append("asked") }
            try? await server.readToEnd()
            states.update { $0.append("ended") }
        } _: { server in
            await withTaskGroup(of: TalynError?.self) { group in
                group.addTask {
                    let result = await Result { () async throws(TalynError) in try await engine.connect(server) }
                    if case .failure(let error) = result { return error }
                    return nil
                }
                await states.wait { $0 == ["asked"] }
                group.cancelAll()
                #expect(await group.next()??.isCancelled == true)
            }
            await states.wait { $0 == ["asked", "ended"] }
        }
    }
}
#endif
