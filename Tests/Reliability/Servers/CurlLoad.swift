#if Tools && os(Linux)
import Foundation
import HTTPTypes
import TestSupport

/// The same calls by curl.
struct CurlLoad {
    let scenario: Scenario
    let place: ServerPlace
    let first: Int
    let count: Int

    /// The path of curl; nil without one.
    static let program = ServerTools.first(of: ["/usr/bin/curl", "/usr/local/bin/curl"])

    /// Makes all calls with one process.
    func run() async throws -> [CallOutcome] {
        guard let program = Self.program, count > 0 else { return [] }
        if scenario == .upload { try ServerCall.upload.write(to: URL(fileURLWithPath: place.path("upload"))) }
        let file = place.path("curl-\(first)")
        let sections = (first..<first + count).map { section($0) }.joined(separator: "next\n")
        try Data(sections.utf8).write(to: URL(fileURLWithPath: file))
        let arguments = [
            "--disable", "--no-progress-meter", "--parallel", "--parallel-max", "\(scenario.width)", "--config", file,
        ]
        let output = try await ChildProcess.run(URL(fileURLWithPath: program), arguments).text
        var results: [Int: (exit: Int, status: Int)] = [:]
        for line in output.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            if numbers.count == 3 { results[numbers[0]] = (numbers[1], numbers[2]) }
        }
        return (first..<first + count).map { outcome($0, results[$0]) }
    }

    private func section(_ number: Int) -> String {
        let call = scenario.call(number)
        let url = place.wire.baseURL(port: place.port).appendingPathComponent(call.path).absoluteString
        var lines = [
            "url = \"\(url)?n=\(number)\"", "request = \"\(call.method)\"", "output = \"/dev/null\"", "max-time = 120",
            "write-out = \"\(number) %{exitcode} %{http_code}\\n\"",
            place.isSecure ? "http2\ncacert = \"\(place.path("authority.pem"))\"" : "http1.1",
        ]
        if call.method != .get {
            let data = scenario == .upload ? "@\(place.path("upload"))" : "{\\\"number\\\":\(number)}"
            lines += [
                "data-binary = \"\(data)\"", "header = \"Content-Type: application/json\"", "header = \"Expect:\"",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func outcome(_ number: Int, _ result: (exit: Int, status: Int)?) -> CallOutcome {
        let call = scenario.call(number)
        let outcome: CallOutcome.Result =
            switch result {
            case nil: .failed("curl: no result")
            case (0, let status)? where call.expected.contains(status): .answered
            case (let exit, let status)? where exit != 0 && status > 0: .cut
            case (let exit, let status)?: .failed("curl: exit status \(exit), status \(status)")
            }
        return CallOutcome(number: number, method: call.method, result: outcome)
    }
}
#endif
