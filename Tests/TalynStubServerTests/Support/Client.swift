import Foundation
import Talyn
import TalynStubServer
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport that speaks to the server over sockets.
struct Client: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let transport: any Transport

    static let all: [Client] = {
        let urlSession = Client(testDescription: "URLSession", transport: URLSessionTransport.shared)
        #if AsyncHTTPClient && os(Linux)
        return [Client(testDescription: "AsyncHTTPClient", transport: AsyncHTTPClientTransport.shared), urlSession]
        #else
        return [urlSession]
        #endif
    }()

    /// One of them, where it doesn't matter which.
    static let usual = all[0]

    func send(
        _ url: URL,
        method: String = "GET",
        headers: [String: String] = [:],
        body: HTTPBody? = nil,
        options: RequestOptions = RequestOptions()
    ) async throws -> TransportResponse {
        var request = OutgoingRequest(
            method: HTTPRequest.Method(method)!,
            url: url,
            headerFields: HTTPFields(headers),
            body: body
        )
        request.options = options
        // Without a limit of its own, a request waits longer than a busy machine takes.
        if options.idleTimeout == nil { request.options.idleTimeout = .seconds(3_600) }
        return try await FollowUpHandler(transport).send(request)
    }

    func text(_ url: URL, method: String = "GET") async throws -> String {
        String(decoding: try await send(url, method: method).body.collected(), as: UTF8.self)
    }

    /// Makes enough other calls to let all other work proceed.
    func passTime(at url: URL) async throws {
        for _ in 0..<200 { _ = try await text(url) }
    }

    /// What the transport reports of a request that fails, be it in the body; nil if it doesn't, or with another error.
    func failure(_ url: URL, method: String = "GET", body: HTTPBody? = nil) async -> TransportError.Kind? {
        do {
            _ = try await send(url, method: method, body: body).body.collected()
            return nil
        } catch {
            return (error as? TransportError)?.kind
        }
    }
}
