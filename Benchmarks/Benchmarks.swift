#if Tools
import ArgumentParser
import Foundation

@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measures Talyn against the clients it stands on, and prints the ratios.",
        discussion: """
            Every figure comes from a process of its own, so that none sees the memory and the connections of another. \
            What is compared runs in turn, several times, and the median counts. Requests go to nginx, which has to be \
            installed, on a loopback port.
            """
    )

    @Option(help: "How often each figure is measured.")
    var rounds = 5

    @Option(help: "How many seconds each measurement takes.")
    var seconds = 2.0

    @Option(help: "Only the rows whose name contains this.")
    var only: String?

    @Flag(help: "The rows of 10 GB, too.")
    var long = false

    @Option(help: "The executable of another build. Its figures are measured in turn with those of this one.")
    var baseline: String?

    @Option(help: "Counts allocations by this library in place of times, and fails if they have grown.")
    var allocations: String?

    @Option(help: .hidden)
    var measure: Measurement?

    @Option(help: .hidden)
    var url: String?

    @Option(help: .hidden)
    var calls: Int?

    @Flag(help: .hidden)
    var sink = false

    @Flag(help: .hidden)
    var echo = false

    func run() async throws {
        if sink { return try await Sink.run() }
        if echo { return try await EchoServer.run() }
        if let measure, let calls { return try await measure.call(url: url ?? "", calls: calls) }
        if let measure {
            let sample = try await measure.run(url: url ?? "", seconds: seconds)
            print(String(decoding: try JSONEncoder().encode(sample), as: UTF8.self))
            return
        }
        if let allocations {
            return try await Nginx.withServer { try await Allocations.check(url: $0.url, library: allocations) }
        }
        let rows = Row.all.filter { (only == nil || $0.name.contains(only ?? "")) && (long || !$0.isLong) }
        guard !rows.isEmpty else { throw ValidationError("No row has '\(only ?? "")' in its name.") }
        try await Nginx.withServer { server in
            try await Sink.withServer { sink in try await run(rows, server, sink) }
        }
    }

    private func run(_ rows: [Row], _ server: Nginx, _ sink: Sink) async throws {
        var table = Table(hasBaseline: baseline != nil)
        for row in rows {
            guard row.theirs?.isPossible ?? true else {
                let reason = "needs Python's websockets, which Scripts/ci/weekly/websockets installs"
                try? FileHandle.standardError.write(contentsOf: Data("SKIPPED: \(row.name) \(reason).\n".utf8))
                continue
            }
            let url = row.isSent ? sink.url : server.url
            table.add(row, try await row.samples(rounds: rounds, seconds: seconds, url: url, baseline: baseline))
            // A run that is ended early has shown what it measured.
            if rows.count > 1 { try? FileHandle.standardError.write(contentsOf: Data("\(table.lastRow)\n".utf8)) }
        }
        print(table.text)
    }
}
#else
@main
struct Benchmarks {
    static func main() {
        print("The benchmarks need the trait Tools.")
    }
}
#endif
