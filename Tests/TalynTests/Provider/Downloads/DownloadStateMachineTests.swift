import Foundation
import Testing

@testable import Talyn

struct DownloadStateMachineTests {
    private static let url = "GET http://example.com/file"
    private static let tag = "\"v1\""

    /// A machine that has so many bytes of a file.
    private func machine(_ count: Int64, of length: Int64? = 100, validator: String? = tag) -> DownloadStateMachine {
        var version = FileVersion(of: Self.url)
        version.validator = validator
        version.length = length
        return DownloadStateMachine(version: version, count: count)
    }

    private func fields(_ fields: KeyValuePairs<String, String>) -> HTTPFields {
        var result = HTTPFields()
        for (name, value) in fields { HTTPField.Name(name).map { result.append(HTTPField(name: $0, value: value)) } }
        return result
    }

    private func part(_ range: String, tag: String = tag) -> HTTPFields {
        fields(["Content-Range": "bytes \(range)", "ETag": tag])
    }

    // MARK: What is asked for

    @Test func nothingToGoOnWithAsksForAll() {
        var machine = DownloadStateMachine()
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        #expect(machine.count == 0)
        #expect(!machine.isWorthKeeping)
    }

    @Test func whatIsMissingIsAskedFor() {
        var machine = machine(40)
        let part = machine.ask(Self.url, isResumable: true)
        #expect(part?.range == "bytes=40-")
        #expect(part?.validator == Self.tag)
        #expect(machine.part == part)
    }

    @Test func lastByteTellsWhetherAllOfItIsStillTheServers() {
        var machine = machine(100)
        #expect(machine.ask(Self.url, isResumable: true)?.range == "bytes=99-")
        #expect(machine.answer(status: 206, part("99-99/100")) == .write(from: 99, end: 100))
    }

    @Test(
        arguments: [
            (40, 100, nil), (101, 100, tag), (0, 0, tag), (1, 0, tag),
        ] as [(Int64, Int64?, String?)]
    )
    func whatCannotBeGoneOnWithIsNot(count: Int64, length: Int64?, validator: String?) {
        var machine = machine(count, of: length, validator: validator)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        #expect(machine.count == 0)
    }

    @Test func whatComesFromElsewhereIsNotGoneOnWith() {
        var machine = machine(40)
        #expect(machine.ask("GET http://example.com/other", isResumable: true) == nil)
        #expect(machine.count == 0)
        #expect(!machine.isWorthKeeping)
    }

    @Test func whatMayNotBeResumedIsNot() {
        var machine = machine(40)
        #expect(machine.ask(Self.url, isResumable: false) == nil)
        #expect(
            machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "10"])) == .write(from: 0, end: 10)
        )
        machine.reach(5)
        #expect(!machine.isWorthKeeping)
        #expect(machine.reasonToGoOn(after: .connectionLost) == nil)
    }

    // MARK: Whole answers

    @Test func wholeAnswerStartsOver() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        let head = fields(["ETag": "\"v2\"", "Content-Length": "70"])
        #expect(machine.answer(status: 200, head) == .write(from: 0, end: 70))
        #expect(machine.count == 0)
        #expect(machine.version?.validator == "\"v2\"")
        #expect(machine.version?.length == 70)
    }

    @Test func packedAnswerSaysNothingOfTheFile() {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        let head = fields(["ETag": Self.tag, "Content-Length": "70", "Content-Encoding": "gzip"])
        #expect(machine.answer(status: 200, head) == .write(from: 0, end: nil))
        machine.reach(30)
        #expect(machine.reasonToGoOn(after: .connectionLost) == nil)
        #expect(!machine.isWorthKeeping)
    }

    @Test(arguments: [201, 202, 203, 204, 205, 207, 226, 299])
    func otherSuccessInAnswerToAPartIsNoFile(status: Int) {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: status, fields(["ETag": "\"v2\""])) == .refuse)
        #expect(machine.count == 40 && machine.isWorthKeeping)
        #expect(machine.reasonToGoOn(after: nil) == nil)
        #expect(machine.ask(Self.url, isResumable: true)?.range == "bytes=40-")
    }

    @Test(arguments: [100, 301, 304, 400, 401, 404, 416, 429, 500, 503])
    func otherStatusesLeaveTheFileAlone(status: Int) {
        var fresh = DownloadStateMachine()
        _ = fresh.ask(Self.url, isResumable: true)
        #expect(fresh.answer(status: status, [:]) == .leave)
        #expect(fresh.reasonToGoOn(after: nil) == nil)
        guard status != 416 else { return }
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: status, fields(["ETag": "\"other\""])) == .leave)
        #expect(machine.reasonToGoOn(after: nil) == nil)
        #expect(machine.count == 40)
        #expect(machine.isWorthKeeping)
        #expect(machine.ask(Self.url, isResumable: true)?.range == "bytes=40-")
    }

    // MARK: Parts

    @Test(
        arguments: [
            ("40-99/100", 100), ("40-99/*", 100), ("40-59/100", 60), ("40-40/100", 41),
        ] as [(String, Int64)]
    )
    func partThatFitsIsAppended(range: String, end: Int64) {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, part(range)) == .write(from: 40, end: end))
        #expect(machine.version?.length == 100)
        #expect(machine.count == 40)
    }

    @Test func partNeedNotRepeatTheValidator() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, fields(["Content-Range": "bytes 40-99/100"])) == .write(from: 40, end: 100))
    }

    @Test func partTellsALengthThatWasNotKnown() {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, part("40-49/100")) == .write(from: 40, end: 50))
        #expect(machine.version?.length == 100)
    }

    @Test func datesAreComparedAsDates() {
        let date = "Sat, 01 Jan 2022 00:00:00 GMT"
        for (other, fits) in [(date, true), ("Sat, 01 Jan 2022 00:00:01 GMT", false)] {
            var machine = machine(40, validator: date)
            #expect(machine.ask(Self.url, isResumable: true)?.validator == date)
            let head = fields(["Content-Range": "bytes 40-99/100", "Last-Modified": other, "ETag": "\"new\""])
            #expect((machine.answer(status: 206, head) == .write(from: 40, end: 100)) == fits)
        }
    }

    /// Header fields of answers to a request for 40- of 100 that can't be right.
    static let misfits: [KeyValuePairs<String, String>] = [
        [:],
        ["ETag": tag],
        ["ETag": tag, "Content-Range": "bytes 41-99/100"],
        ["ETag": tag, "Content-Range": "bytes 0-99/100"],
        ["ETag": tag, "Content-Range": "bytes 40-99/101"],
        ["ETag": tag, "Content-Range": "bytes 40-100/*"],
        ["ETag": tag, "Content-Range": "bytes */100"],
        ["ETag": tag, "Content-Range": "items 40-99/100"],
        ["ETag": tag, "Content-Range": "bytes 40-"],
        ["ETag": tag, "Content-Type": "multipart/byteranges; boundary=x"],
        ["ETag": "\"v2\"", "Content-Range": "bytes 40-99/100"],
        ["ETag": "W/\"v1\"", "Content-Range": "bytes 40-99/100"],
        ["ETag": tag, "Content-Range": "bytes 40-99/100", "Content-Length": "61"],
        ["ETag": tag, "Content-Range": "bytes 40-99/100", "Content-Encoding": "gzip"],
    ]

    @Test(arguments: misfits.indices)
    func partThatDoesNotFitIsNotTrusted(index: Int) {
        let head = fields(Self.misfits[index])
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, head) == .refuse)
        #expect(machine.reasonToGoOn(after: nil) != nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        // The second time is the last.
        #expect(
            machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "100"]))
                == .write(from: 0, end: 100)
        )
        machine.reach(40)
        #expect(machine.reasonToGoOn(after: .connectionLost) != nil)
        #expect(machine.ask(Self.url, isResumable: true) != nil)
        #expect(machine.answer(status: 206, head) == .refuse)
        #expect(machine.reasonToGoOn(after: nil) == nil)
        #expect(!machine.isWorthKeeping)
    }

    @Test func partOfAFileOfUnknownLengthIsNotTrusted() {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, part("40-99/*")) == .refuse)
    }

    @Test func partThatNobodyAskedForIsRefused() {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, part("0-99/100")) == .refuse)
        #expect(machine.reasonToGoOn(after: nil) == nil)
    }

    @Test func partThatTheCallerAskedForIsTheFile() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: false)
        let head = fields(["Content-Range": "bytes 10-19/100", "ETag": Self.tag, "Content-Length": "10"])
        #expect(machine.answer(status: 206, head) == .write(from: 0, end: 10))
        #expect(machine.version?.validator == nil)
        #expect(machine.version?.digests == [])
    }

    @Test func requestThatAPluginChangedIsNotGoneOnFrom() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        machine.askOtherwise()
        #expect(machine.part == nil)
        #expect(machine.answer(status: 206, part("10-19/100")) == .write(from: 0, end: nil))
        machine.reach(5)
        #expect(!machine.isWorthKeeping)
    }

    // MARK: 416

    @Test func allThatThereIsMayBeThereAlready() {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 416, fields(["Content-Range": "bytes */40"])) == .leave)
        #expect(machine.reasonToGoOn(after: nil) != nil)
        #expect(machine.count == 40)
        #expect(machine.ask(Self.url, isResumable: true)?.range == "bytes=39-")
        #expect(machine.answer(status: 206, part("39-39/40")) == .write(from: 39, end: 40))
    }

    @Test(arguments: [nil, "bytes */41", "bytes */39", "bytes 0-1/40", "nonsense"])
    func otherwiseItBeginsAnewOnce(range: String?) {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        let head = range.map { fields(["Content-Range": $0]) } ?? [:]
        #expect(machine.answer(status: 416, head) == .leave)
        #expect(machine.reasonToGoOn(after: nil) != nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        #expect(machine.answer(status: 416, head) == .leave)
        #expect(machine.reasonToGoOn(after: nil) == nil)
    }

    @Test func lastByteThatIsNotThereBeginsAnew() {
        var machine = machine(100)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 416, fields(["Content-Range": "bytes */100"])) == .leave)
        #expect(machine.reasonToGoOn(after: nil) != nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
    }

    // MARK: Going on

    @Test func serverThatEndsEachConnectionAfterNextToNothingIsLeftToPlugins() {
        var machine = begun(100_000_000)
        var count: Int64 = 0
        func isGoneOn(behind step: Int64) -> Bool {
            _ = machine.ask(Self.url, isResumable: true)
            count += step
            machine.reach(count)
            return machine.reasonToGoOn(after: .connectionLost) != nil
        }
        for _ in 1...100 { #expect(isGoneOn(behind: 10)) }
        #expect(!isGoneOn(behind: 10))
        #expect(isGoneOn(behind: 65_536))
        #expect(isGoneOn(behind: 10))
    }

    private func begun(_ length: Int64 = 100) -> DownloadStateMachine {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        _ = machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "\(length)"]))
        return machine
    }

    @Test func goesOnAsLongAsEachAttemptBringsMore() {
        var machine = begun()
        for count in [10, 11, 50] as [Int64] {
            machine.reach(count)
            #expect(machine.reasonToGoOn(after: .connectionLost) == "connectionLost, goes on at byte \(count)")
            #expect(machine.ask(Self.url, isResumable: true)?.start == count)
            #expect(machine.answer(status: 206, part("\(count)-99/100")) == .write(from: count, end: 100))
        }
        #expect(machine.reasonToGoOn(after: .connectionLost) == nil)
        #expect(machine.isWorthKeeping)
    }

    @Test(
        arguments: [
            (.connectionLost, true), (.timedOut, true), (.notConnected, true), (.cannotConnect, true), (.other, true),
            (.invalidResponse, true), (.cancelled, false), (.deadlineExceeded, false), (.responseTooLarge, false),
            (.secureConnectionFailed, false), (.tooManyRedirects, false), (.insecureRedirect, false), (nil, false),
        ] as [(TransportError.Kind?, Bool)]
    )
    func whoeverSetsLimitsMeansTheWhole(kind: TransportError.Kind?, goesOn: Bool) {
        var machine = begun()
        machine.reach(10)
        #expect((machine.reasonToGoOn(after: kind) != nil) == goesOn)
    }

    @Test func withoutAValidatorItDoesNotGoOn() {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        _ = machine.answer(status: 200, fields(["ETag": "W/\"v1\"", "Content-Length": "100"]))
        machine.reach(10)
        #expect(machine.reasonToGoOn(after: .connectionLost) == nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
    }

    @Test func serverThatNeverSendsPartsIsNotAskedForEver() {
        var machine = begun()
        var attempts = 1
        machine.reach(50)
        while machine.reasonToGoOn(after: .connectionLost) != nil, attempts < 100 {
            _ = machine.ask(Self.url, isResumable: true)
            _ = machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "100"]))
            machine.reach(50)
            attempts += 1
        }
        #expect(attempts == 5)
    }

    @Test func newVersionThatIsCutGoesOn() {
        var machine = machine(90)
        _ = machine.ask(Self.url, isResumable: true)
        _ = machine.answer(status: 200, fields(["ETag": "\"v2\"", "Content-Length": "100"]))
        machine.reach(10)
        #expect(machine.reasonToGoOn(after: .connectionLost) == "connectionLost, goes on at byte 10")
        #expect(machine.ask(Self.url, isResumable: true)?.validator == "\"v2\"")
    }
}
