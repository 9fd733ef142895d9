#if Tools && Macros
import Foundation
import Talyn

/// All calls of the demo with one provider.
struct DemoRun {
    let provider: Provider<HTTPBinAPI>
    let terminal: Terminal

    init(baseURL: URL, transport: any Transport, isStubbed: Bool, terminal: Terminal) {
        self.terminal = terminal
        provider = Provider(
            endpointClosure: { target in
                Endpoint(target, baseURL: baseURL, sampleStatusCode: target.sampleStatusCode)
            },
            stubClosure: isStubbed ? Provider.immediatelyStub : Provider.neverStub,
            transport: transport,
            plugins: [DemoTokenPlugin(), LiveLinePlugin(terminal: terminal)]
        )
    }

    /// Makes the calls one after the other and prints them as a table.
    ///
    /// - Returns: What went wrong, a line a call.
    func run(title: String) async -> [String] {
        var table = Table(title: title, header: ["call", "status", "time", "size", "value"])
        var problems: [String] = []
        for call in DemoCall.all {
            let start = ContinuousClock.now
            let result = await result(of: call.target)
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
                // Without a connection no other call can do better.
                if (error as? TalynError)?.isConnectionFailure == true { break }
            }
        }
        terminal.show(table)
        return problems
    }

    private func result(of target: HTTPBinAPI) async -> Result<Response, TalynError> {
        do throws(TalynError) {
            return .success(try await provider.request(target))
        } catch {
            return .failure(error)
        }
    }

    /// The response, if it has the status that it should have and validation thought so too.
    private func checked(_ result: Result<Response, TalynError>, _ call: DemoCall) throws -> Response {
        switch result {
        case .success(let response) where response.statusCode == call.status:
            return response
        case .failure(let error) where error.statusCode == call.status:
            guard let response = error.response, !call.target.validationType.statusCodes.contains(call.status) else {
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
