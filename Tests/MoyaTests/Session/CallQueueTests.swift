import Foundation
import TestSupport
import Testing

import class Talyn.CallContext
import struct Talyn.HTTPBody
import struct Talyn.OutgoingRequest
import protocol Talyn.RequestAdapter
import struct Talyn.TransportResponse

@testable import Moya

/// Records what it is asked, as an app's plugin does that has no lock.
private final class Asked: PluginType, @unchecked Sendable {
    let events = Recorder<String>()
    /// The events that came while another one was there.
    let overlaps = Recorder<String>()
    private let lock = NSLock()

    func note(_ event: String) {
        guard lock.try() else { return overlaps.record(event) }
        defer { lock.unlock() }
        events.record(event)
        for _ in 0..<10 { sched_yield() }
    }

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        note("prepare \(target.path)")
        return request
    }

    func willSend(_ request: RequestType, target: TargetType) { note("willSend \(target.path)") }
}

/// Runs a closure in `prepare`.
private struct Preparing: PluginType {
    let body: (TargetType) -> Void

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        body(target)
        return request
    }
}

struct CallQueueTests {
    private let base = URL(string: "https://example.com")!

    private func target(_ number: Int) -> Local { Local(base, "\(number)").strict }

    private func provider(
        _ plugins: [PluginType],
        talynPlugins: [any RequestAdapter] = [],
        statusCode: @escaping @Sendable () -> Int = { 200 }
    ) -> MoyaProvider<Local> {
        MoyaProvider(plugins: plugins, talynPlugins: talynPlugins, transport: transport(statusCode))
    }

    private func transport(_ statusCode: @escaping @Sendable () -> Int) -> ClosureTransport {
        ClosureTransport { _ in TransportResponse(statusCode: statusCode(), body: HTTPBody(Data())) }
    }

    /// Makes calls, one right after the other, and waits for their results.
    private func makeCalls(_ count: Int, _ provider: MoyaProvider<Local>) async {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        for number in 0..<count {
            provider.request(target(number), callbackQueue: .global()) { _ in continuation.yield() }
        }
        var ended = 0
        for await _ in ends {
            ended += 1
            if ended == count { break }
        }
    }

    @Test func pluginsSeeCallsInTheirOrderAndOneAtATime() async {
        let asked = Asked()
        await makeCalls(50, provider([asked]))
        #expect(asked.events.events == (0..<50).flatMap { ["prepare \($0)", "willSend \($0)"] })
        #expect(asked.overlaps.events.isEmpty)
    }

    @Test func callsOfOneSessionShareAQueue() async {
        let asked = Asked()
        let session = Session()
        let providers = (0..<2).map { _ in
            let provider = MoyaProvider<Local>(session: session, plugins: [asked])
            provider.answer(by: transport { 200 })
            return provider
        }
        await withTaskGroup(of: Void.self) { group in
            for provider in providers {
                group.addTask { await makeCalls(20, provider) }
            }
        }
        #expect(asked.events.events.count == 80)
        #expect(asked.overlaps.events.isEmpty)
    }

    @Test func blockedPluginsLeaveRoomForOtherProviders() async {
        let refreshing = provider([])
        let refreshes = Recorder<Void>()
        let waiting = Preparing { _ in
            let isDone = DispatchSemaphore(value: 0)
            refreshing.request(target(0), callbackQueue: .global()) { _ in isDone.signal() }
            isDone.wait()
            refreshes.record(())
        }
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 1
        await makeCalls(count, provider([waiting]))
        #expect(refreshes.events.count == count)
    }

    @Test func aPluginMayMakeACallOfItsOwnProvider() async {
        let asked = Asked()
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        var provider: MoyaProvider<Local>?
        let calling = Preparing { target in
            guard target.path == "0" else { return }
            provider?.request(self.target(1), callbackQueue: .global()) { _ in continuation.yield() }
            asked.note("called")
        }
        provider = self.provider([calling, asked])
        provider?.request(target(0), callbackQueue: .global()) { _ in continuation.yield() }
        var ended = 0
        for await _ in ends {
            ended += 1
            if ended == 2 { break }
        }
        #expect(asked.events.events == ["called", "prepare 0", "willSend 0", "prepare 1", "willSend 1"])
    }

    @Test func aCancelledCallLeavesItsPlace() async {
        let asked = Asked()
        let isReleased = DispatchSemaphore(value: 0)
        let blocking = Preparing { target in if target.path == "0" { isReleased.wait() } }
        let provider = self.provider([blocking, asked])
        let (results, continuation) = AsyncStream.makeStream(of: String.self)
        let calls = (0..<3).map { number in
            provider.request(target(number), callbackQueue: .global()) { result in
                let isCancelled = result.underlying?.asAFError?.isExplicitlyCancelledError == true
                continuation.yield("\(number) \(isCancelled ? "cancelled" : "done")")
            }
        }
        calls[1].cancel()
        var received: [String] = []
        for await result in results {
            received.append(result)
            if received.count == 1 { isReleased.signal() }
            if received.count == 3 { break }
        }
        #expect(received.first == "1 cancelled")
        #expect(Set(received) == ["0 done", "1 cancelled", "2 done"])
        #expect(asked.events.events == ["prepare 0", "willSend 0", "prepare 2", "willSend 2"])
    }

    @Test func aPluginOfTalynsMayLetALaterCallPass() async {
        struct Holding: RequestAdapter {
            let isFree: AsyncStream<Void>

            func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
                if request.head.path == "/0" { for await _ in isFree { break } }
            }
        }
        let asked = Asked()
        let (isFree, free) = AsyncStream.makeStream(of: Void.self)
        let provider = self.provider([asked], talynPlugins: [Holding(isFree: isFree)])
        async let held = provider.result(of: target(0))
        _ = await provider.result(of: target(1))
        free.yield()
        #expect(await held.error == nil)
        #expect(asked.events.events == ["prepare 1", "willSend 1", "prepare 0", "willSend 0"])
    }
}

extension MoyaProvider {
    /// Lets a transport answer, with the interceptor of the session.
    fileprivate func answer(by transport: ClosureTransport) {
        live = LiveTransport(transport, session: session)
        engine = Self.engine(live)
        prefersEngine = true
    }
}

// Without a transport, there is no live call.
#if Alamofire || AsyncHTTPClient || !os(Linux)
@Suite(.serialized, .sockets) struct LiveCallQueueTests {
    @Test func aPluginMayMakeACallOfItsOwnProvider() async throws {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let asked = Asked()
            let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
            var provider: MoyaProvider<Local>?
            let calling = Preparing { target in
                guard target.path == "0" else { return }
                provider?.request(Local(server.baseURL, "1"), callbackQueue: .global()) { _ in continuation.yield() }
                asked.note("called")
            }
            provider = MoyaProvider<Local>(session: .patient, plugins: [calling, asked])
            provider?.request(Local(server.baseURL, "0"), callbackQueue: .global()) { _ in continuation.yield() }
            var ended = 0
            for await _ in ends {
                ended += 1
                if ended == 2 { break }
            }
            #expect(asked.events.events == ["called", "prepare 0", "willSend 0", "prepare 1", "willSend 1"])
        }
    }
}
#endif

// With its trait, interceptors are Alamofire's.
#if !Alamofire
/// Takes part as a plugin and as an interceptor.
private final class Intercepting: RequestInterceptor {
    let asked = Asked()

    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        asked.note("adapt \(urlRequest.url?.lastPathComponent ?? "")")
        completion(.success(urlRequest))
    }

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        asked.note("retry")
        completion(request.retryCount == 0 ? .retry : .doNotRetry)
    }
}

extension CallQueueTests {
    @Test func anInterceptorSharesTheQueueOfThePlugins() async {
        let interceptor = Intercepting()
        let provider = MoyaProvider<Local>(session: Session(interceptor: interceptor), plugins: [interceptor.asked])
        provider.answer(by: transport { 401 })
        await makeCalls(20, provider)
        let events = interceptor.asked.events.events
        #expect(events.count == 20 * 8)
        #expect(interceptor.asked.overlaps.events.isEmpty)
        // The first attempts are in the order of the calls.
        var seen: Set<String> = []
        #expect(
            events.filter { $0 != "retry" && seen.insert($0).inserted }
                == (0..<20).flatMap { ["adapt \($0)", "prepare \($0)", "willSend \($0)"] }
        )
    }
}
#endif
