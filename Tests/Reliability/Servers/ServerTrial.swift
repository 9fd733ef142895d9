#if Tools && os(Linux)
import Foundation
import Talyn
import TalynCore
import TestSupport
import _TalynSupport

/// All scenarios of one server over one protocol.
struct ServerTrial: Sendable {
    let definition: ServerDefinition
    let program: String
    let wire: Wire
    let tools: ServerTools
    /// The number of calls under default settings, at each number in flight.
    let calls: Int
    let scenarios: [Scenario]
    let comparesWithCurl: Bool

    /// Plays the scenarios. One run of the server plays those with the same settings.
    func run() async throws -> [ServerCell] {
        try await CuttingUpstream.run { cuttingPort in
            var cells: [ServerCell] = []
            for settings in Scenario.Settings.allCases {
                var played: [ServerCell] = []
                for scenario in scenarios where scenario.settings == settings {
                    let gap = definition.gap(scenario, wire)
                    let cell = ServerCell(
                        server: definition.name,
                        wire: wire,
                        scenario: scenario,
                        mustKeepPOST: definition.isFault(losing: .post, in: scenario, over: wire),
                        gap: gap
                    )
                    if gap == nil { played.append(cell) } else { cells.append(cell) }
                }
                guard !played.isEmpty else { continue }
                cells += try await play(played, settings, cuttingPort)
            }
            return cells.sorted { $0.scenario.index < $1.scenario.index }
        }
    }

    private func play(
        _ cells: [ServerCell],
        _ settings: Scenario.Settings,
        _ cuttingPort: Int
    ) async throws -> [ServerCell] {
        // Short, since the path of a socket has little room.
        let folder = URL(fileURLWithPath: "/tmp/servers-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = ServerPlace(
            folder: folder,
            port: try ServerPort.free(),
            wire: wire,
            settings: settings,
            cuttingPort: cuttingPort,
            closedPort: try closedPort(),
            tools: tools
        )
        var cells = cells
        try await RunningServer.run(definition, program: program, at: place) { server in
            var next = 1
            for index in cells.indices {
                let scenario = cells[index].scenario
                cells[index].talyn = try await talynCalls(scenario, server, first: next)
                next += 1_000_000
                if comparesWithCurl, scenario.hasComparison {
                    cells[index].curl = try await curlCalls(scenario, server, first: next)
                    next += 1_000_000
                }
            }
        }
        // The server has written its log.
        let arrivals = ArrivalLog.counts(in: place.path(definition.log))
        for index in cells.indices { cells[index].arrivals = arrivals }
        return cells
    }

    /// Retries until a server that starts listens.
    private static var retries: RetryPlugin {
        var configuration = RetryPlugin.Configuration()
        configuration.maximumAttempts = 100
        configuration.deadline = .seconds(120)
        configuration.backoff = Backoff(base: .milliseconds(50), maximum: .milliseconds(200))
        return RetryPlugin(configuration, budget: nil)
    }

    private func talynCalls(_ scenario: Scenario, _ server: RunningServer, first: Int) async throws -> [CallOutcome] {
        var options = TransportOptions()
        options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        // A call that hangs is lost. Other programs on a busy machine don't reach the limit.
        options.idleTimeout = .seconds(120)
        let transport = try AsyncHTTPClientTransport(options: options)
        let load = ServerLoad(
            scenario: scenario,
            baseURL: wire.baseURL(port: server.place.port),
            first: first,
            count: count(scenario),
            provider: Provider<ServerCall>(transport: transport, plugins: scenario == .restart ? [Self.retries] : [])
        )
        let outcomes: [CallOutcome]
        switch scenario {
        case .shortIdle: outcomes = await load.runBursts()
        case .reload, .restart:
            let isPlaying = Locked(true)
            async let calls = load.run(while: isPlaying)
            do {
                try await disturb(scenario, server, while: isPlaying)
            } catch {
                isPlaying.withLock { $0 = false }
                throw error
            }
            isPlaying.withLock { $0 = false }
            outcomes = await calls
        default: outcomes = await load.run(while: nil)
        }
        try await transport.shutdown()
        return outcomes
    }

    private func curlCalls(_ scenario: Scenario, _ server: RunningServer, first: Int) async throws -> [CallOutcome] {
        let load = CurlLoad(scenario: scenario, place: server.place, first: first, count: count(scenario))
        guard scenario == .reload else { return try await load.run() }
        let isPlaying = Locked(true)
        async let reloads: Void = disturb(scenario, server, while: isPlaying)
        let outcomes = try await load.run()
        isPlaying.withLock { $0 = false }
        try await reloads
        return outcomes
    }

    /// Reloads or restarts the server some times.
    private func disturb(_ scenario: Scenario, _ server: RunningServer, while isPlaying: Locked<Bool>) async throws {
        let times = scenario == .reload ? (calls < 1_000 ? 2 : 6) : (calls < 1_000 ? 1 : 2)
        for _ in 0..<times {
            try await Task.sleep(for: .milliseconds(500))
            guard isPlaying.withLock({ $0 }) else { return }
            if scenario == .reload { try await server.reload() } else { await server.restart() }
        }
        try await Task.sleep(for: .milliseconds(500))
    }

    /// The largest number of calls.
    private func count(_ scenario: Scenario) -> Int {
        switch scenario {
        case .one, .four, .many: calls
        case .upload: max(calls / 200, 12)
        case .cut, .refusal: max(calls / 20, 48)
        case .fewRequests: max(calls / 3, 300)
        case .shortIdle: max(calls / 600, 3) * scenario.width
        case .reload, .restart: max(calls, 2_000) * 2
        }
    }
}

extension Scenario {
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
#endif
