#if Tools
import Foundation
import Talyn
import TalynCommandLine
import _TalynSupport
import TalynStubs

/// All calls of the demo with one provider.
struct DemoRun {
    let provider: Provider<HTTPBinAPI>
    let terminal: Terminal

    init(baseURL: URL, transport: any Transport, isStubbed: Bool, terminal: Terminal) {
        self.terminal = terminal
        provider = Provider(
            baseURL: baseURL,
            transport: isStubbed ? Self.stubs : transport,
            plugins: [DemoTokenPlugin(), LiveLinePlugin(terminal: terminal)]
        )
    }

    /// Answers each call with the sample of its target.
    private static var stubs: StubSet {
        let stubs = StubSet()
        for call in DemoCall.all {
            stubs.on(.target(call.target), .data(call.target.sampleData, statusCode: call.status))
        }
        return stubs
    }

    /// Makes the calls one after the other, and prints them as a table.
    ///
    /// - Returns: The failures, one line each.
    func run(title: String) async -> [String] {
        var table = Table(title: title, header: ["call", "status", "time", "size", "value"])
        var problems: [String] = []
        for call in DemoCall.all {
            let start = ContinuousClock.now
            let result = await Result { () async throws(TalynError) in try await provider.request(call.target) }
            let time = ContinuousClock.now - start
            do {
                let response = try checked(result, call)
                table.add([
                    call.name, "\(response.statusCode)", time.milliseconds, "\(response.data.count)",
                    try call.value(response),
                ])
            } catch {
                problems.append("\(call.name): \(error)")
                table.add([call.name, "failed", time.milliseconds, "", "\(error)"], isFailure: true)
                // Without a connection, all other calls fail, too.
                if let error = error as? TalynError, error.isConnectionFailure || error.isTLSFailure { break }
            }
        }
        terminal.show(table)
        return problems
    }

    /// The response, if it has the expected status and validation decided accordingly.
    private func checked(_ result: Result<Response, TalynError>, _ call: DemoCall) throws -> Response {
        switch result {
        case .success(let response) where response.statusCode == call.status:
            return response
        case .failure(let error) where error.statusCode == call.status:
            guard let response = error.response, !call.target.validation.accepts(call.status) else {
                throw error
            }
            return response
        case .success(let response):
            throw UnexpectedAnswer(description: "status \(response.statusCode) instead of \(call.status)")
        case .failure(let error):
            throw error
        }
    }
}

extension Duration {
    fileprivate var milliseconds: String {
        let value = Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
        return String(format: value < 10 ? "%.2f ms" : "%.0f ms", value)
    }
}
#endif
