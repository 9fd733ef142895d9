#if Tools && (os(macOS) || os(Linux))
import Foundation
import Testing

@testable import TalynCLI
@testable import TalynStubServer

struct RequestLinesTests {
    @available(Hummingbird, *)
    private func request(
        _ path: String = "/a",
        statusCode: Int? = 200,
        failure: String? = nil
    ) -> ServedRequest {
        ServedRequest(
            date: Date(timeIntervalSince1970: 45_296.7),
            method: "GET",
            path: path,
            statusCode: statusCode,
            byteCount: 5,
            duration: .milliseconds(1.5),
            failure: failure
        )
    }

    @available(Hummingbird, *)
    private func lines(width: Int?, hasColours: Bool = false) throws -> RequestLines {
        RequestLines(width: width, hasColours: hasColours, timeZone: try #require(TimeZone(identifier: "UTC")))
    }

    @available(Hummingbird, *)
    @Test func linesArePlainWithoutATerminal() throws {
        let lines = try lines(width: nil)
        #expect(lines.head == nil)
        #expect(lines.line(request()) == "12:34:56 GET /a 200 5 bytes 1 ms")
    }

    @available(Hummingbird, *)
    @Test func linesAreRowsOfATableInATerminal() throws {
        let lines = try lines(width: 80)
        #expect(lines.head == "    time  status   duration       size  request")
        #expect(lines.line(request()) == "12:34:56     200       1 ms    5 bytes  GET /a")
        #expect(lines.line(request(statusCode: nil, failure: "No answer.")).hasSuffix("  GET /a (No answer.)"))
    }

    @available(Hummingbird, *)
    @Test(arguments: [(200, "32"), (302, "36"), (404, "33"), (503, "31"), (nil, "31")])
    func colourFollowsTheStatus(statusCode: Int?, code: String) throws {
        let line = try lines(width: 80, hasColours: true).line(request(statusCode: statusCode))
        #expect(line.hasPrefix("\u{1B}[\(code)m12:34:56") && line.hasSuffix("\u{1B}[0m"))
    }

    @available(Hummingbird, *)
    @Test func longPathIsCutOff() throws {
        let line = try lines(width: 60).line(request("/" + String(repeating: "x", count: 100)))
        #expect(line.count == 60 && line.hasSuffix("x…"))
        #expect(try lines(width: 5).line(request("/0123456789")).hasSuffix("  GET /012345…"))
    }

    @available(Hummingbird, *)
    @Test(arguments: [80, nil]) func controlCharactersDoNotReachTheTerminal(width: Int?) throws {
        let line = try lines(width: width).line(request("/\u{1B}[2J\r\u{9B}1m", failure: "a\u{1B}b"))
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
#endif
