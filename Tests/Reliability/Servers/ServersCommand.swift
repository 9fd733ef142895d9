#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TestSupport

/// Makes calls to the servers that others use, while they close connections in their ways.
struct ServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servers",
        abstract: "Makes calls to servers of others while they close, reload, restart and refuse.",
        discussion: """
            The log of a server tells how often each call has arrived. A GET or a PUT must not be lost. A POST must not be \
            lost if the protocol proves that the server didn't process it, and must never arrive twice. curl makes the same \
            calls in the same run.
            """
    )

    @Option(help: "The number of calls under default settings, at each number in flight.")
    var calls = 6_000

    @Option(help: "A server to try, by a part of its name. By default all.")
    var only: [String] = []

    @Option(help: "A scenario to play, by a part of its name. By default all.")
    var scenario: [String] = []

    @Option(help: "The number of servers at the same time.")
    var jobs = 2

    @Option(help: "A file for the tables.")
    var table: String?

    @Option(help: "A file for the causes of lost calls.")
    var log: String?

    @Option(help: "The folder of Python's executables.")
    var python = ".build/ci/python/bin"

    @Option(help: "The folder of the servers' applications.")
    var programs = "Tests/Reliability/Servers/Programs"

    @Flag(help: "Without the calls of curl.")
    var withoutCurl = false

    func run() async throws {
        let tools = ServerTools(python: absolute(python), programs: absolute(programs))
        let scenarios = Scenario.allCases.filter { item in
            scenario.isEmpty || scenario.contains { item.rawValue.localizedCaseInsensitiveContains($0) }
        }
        var trials: [ServerTrial] = []
        var versions: [String: String] = [:]
        var areMissing = false
        for definition in ServerDefinition.all where isChosen(definition.name) {
            guard let program = definition.program(tools) else {
                print("SKIPPED: \(definition.name) isn't installed. Run: \(definition.installation)")
                areMissing = true
                continue
            }
            versions[definition.name] = await Self.version(of: definition, program, tools)
            trials += definition.wires.map { wire in
                ServerTrial(
                    definition: definition,
                    program: program,
                    wire: wire,
                    tools: tools,
                    calls: calls,
                    scenarios: scenarios,
                    comparesWithCurl: !withoutCurl
                )
            }
        }
        // Written after each trial, since a long run can be ended.
        let cells = try await run(trials) { try write($0, versions) }
        let result = ServersTable(cells: cells, versions: versions)
        print(result.summary)
        let isRequired = ProcessInfo.processInfo.environment["TALYN_REQUIRE_SERVERS"] == "1"
        if areMissing, isRequired { throw ExitCode.failure }
        if cells.contains(where: { !$0.faults.isEmpty }) { throw ExitCode.failure }
        print("No call is lost that could be repeated, and no POST has arrived twice.")
    }

    /// Runs trials, some at the same time. Returns the cells in order.
    private func run(_ trials: [ServerTrial], onEnd: ([ServerCell]) throws -> Void) async throws -> [ServerCell] {
        var results = [[ServerCell]](repeating: [], count: trials.count)
        try await withThrowingTaskGroup(of: (Int, [ServerCell]).self) { group in
            var next = 0
            while next < trials.count || !group.isEmpty {
                if next < trials.count {
                    let (index, trial) = (next, trials[next])
                    group.addTask { (index, try await trial.run()) }
                    next += 1
                    if next < jobs { continue }
                }
                guard let (index, cells) = try await group.next() else { break }
                results[index] = cells
                cells.forEach(Self.tell)
                try onEnd(results.flatMap(\.self))
            }
        }
        return results.flatMap(\.self)
    }

    private func write(_ cells: [ServerCell], _ versions: [String: String]) throws {
        let text = ServersTable(cells: cells, versions: versions).text
        if let table { try Data(text.utf8).write(to: URL(fileURLWithPath: table)) }
        if let log { try Data(Self.causes(of: cells).utf8).write(to: URL(fileURLWithPath: log)) }
    }

    private static func tell(_ cell: ServerCell) {
        for fault in cell.faults {
            print("FAULT: \(cell.server), \(cell.wire.rawValue), \(cell.scenario.rawValue): \(fault)")
        }
        // The output may be a file.
        fflush(nil)
    }

    private static func causes(of cells: [ServerCell]) -> String {
        cells.filter { !$0.causes.isEmpty }.map { cell in
            let lines = cell.causes.map { "  \($0.count) × \($0.text)\n" }.joined()
            return "\(cell.server), \(cell.wire.rawValue), \(cell.scenario.rawValue)\n\(lines)"
        }
        .joined()
    }

    private func isChosen(_ name: String) -> Bool {
        only.isEmpty || only.contains { name.localizedCaseInsensitiveContains($0) }
    }

    private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    /// The first number with a dot that a server prints as its version.
    private static func version(of definition: ServerDefinition, _ program: String, _ tools: ServerTools) async
        -> String?
    {
        guard let command = definition.version?(program, tools) else { return nil }
        let outcome = try? await ChildProcess.run(URL(fileURLWithPath: command[0]), Array(command.dropFirst()))
        guard let outcome else { return nil }
        return (outcome.text + outcome.errorText).firstMatch(of: /[0-9]+(\.[0-9]+)+/).map { String($0.0) }
    }
}
#endif
