import Testing

@testable import TalynCore
@testable import TalynTransfers

struct DownloadStateMachineTests {
    private static let url = "GET http://example.com/file"
    private static let tag = "\"v1\""

    /// A machine with `count` bytes of a file.
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

    @Test func emptyPartAsksForTheWholeFile() {
        var machine = DownloadStateMachine()
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        #expect(machine.count == 0)
        #expect(!machine.isWorthKeeping)
    }

    @Test func missingPartIsRequested() {
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
    func unusablePartIsNotResumed(count: Int64, length: Int64?, validator: String?) {
        var machine = machine(count, of: length, validator: validator)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        #expect(machine.count == 0)
    }

    @Test func partOfAnotherURLIsNotResumed() {
        var machine = machine(40)
        #expect(machine.ask("GET http://example.com/other", isResumable: true) == nil)
        #expect(machine.count == 0)
        #expect(!machine.isWorthKeeping)
    }

    @Test func requestThatCannotBeResumedAsksForTheWholeFile() {
        var machine = machine(40)
        #expect(machine.ask(Self.url, isResumable: false) == nil)
        #expect(
            machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "10"])) == .write(from: 0, end: 10)
        )
        machine.reach(5)
        #expect(!machine.isWorthKeeping)
        #expect(machine.reasonToResume(after: .connectionLost) == nil)
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

    @Test func compressedAnswerHasNoLengthAndNoDigest() {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        let head = fields(["ETag": Self.tag, "Content-Length": "70", "Content-Encoding": "gzip"])
        #expect(machine.answer(status: 200, head) == .write(from: 0, end: nil))
        machine.reach(30)
        #expect(machine.reasonToResume(after: .connectionLost) == nil)
        #expect(!machine.isWorthKeeping)
    }

    @Test(arguments: [201, 202, 203, 204, 205, 207, 226, 299])
    func otherSuccessStatusForAPartIsRejected(status: Int) {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: status, fields(["ETag": "\"v2\""])) == .reject)
        #expect(machine.count == 40 && machine.isWorthKeeping)
        #expect(machine.reasonToResume(after: nil) == nil)
        #expect(machine.ask(Self.url, isResumable: true)?.range == "bytes=40-")
    }

    @Test(arguments: [100, 301, 304, 400, 401, 404, 416, 429, 500, 503])
    func otherStatusesLeaveTheFileAlone(status: Int) {
        var fresh = DownloadStateMachine()
        _ = fresh.ask(Self.url, isResumable: true)
        #expect(fresh.answer(status: status, [:]) == .ignore)
        #expect(fresh.reasonToResume(after: nil) == nil)
        guard status != 416 else { return }
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: status, fields(["ETag": "\"other\""])) == .ignore)
        #expect(machine.reasonToResume(after: nil) == nil)
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

    /// A server that ignores `If-Range` may have another version.
    @Test(arguments: [tag, "Sat, 01 Jan 2022 00:00:00 GMT"])
    func partWithoutTheValidatorIsNotTrusted(validator: String) {
        var machine = machine(40, validator: validator)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, fields(["Content-Range": "bytes 40-99/100"])) == .reject)
        #expect(machine.count == 0)
    }

    @Test func tagOfTwoLengthsIdentifiesNoVersion() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        let head = fields(["ETag": Self.tag, "Content-Length": "70"])
        for _ in 1...2 {
            #expect(machine.answer(status: 200, head) == .write(from: 0, end: 70))
            machine.reach(30)
            #expect(!machine.isWorthKeeping)
            #expect(machine.reasonToResume(after: .connectionLost) == nil)
            #expect(machine.ask(Self.url, isResumable: true) == nil)
        }
    }

    @Test(arguments: [("bytes 0-99/100", true), ("bytes 0-49/100", false), ("bytes 40-99/100", false), ("x", false)])
    func wholeAnswerWithAContentRangeMustBeWhole(range: String, isWhole: Bool) {
        for count in [0, 40] as [Int64] {
            var machine = machine(count)
            _ = machine.ask(Self.url, isResumable: true)
            let answer = machine.answer(status: 200, fields(["ETag": "\"v2\"", "Content-Range": range]))
            #expect((answer == .write(from: 0, end: nil)) == isWhole)
            #expect((answer == .reject) == !isWhole)
        }
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
        #expect(machine.answer(status: 206, head) == .reject)
        #expect(machine.reasonToResume(after: nil) != nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        // The second time is the last.
        #expect(
            machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "100"]))
                == .write(from: 0, end: 100)
        )
        machine.reach(40)
        #expect(machine.reasonToResume(after: .connectionLost) != nil)
        #expect(machine.ask(Self.url, isResumable: true) != nil)
        #expect(machine.answer(status: 206, head) == .reject)
        #expect(machine.reasonToResume(after: nil) == nil)
        #expect(!machine.isWorthKeeping)
    }

    @Test func partOfAFileOfUnknownLengthIsNotTrusted() {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, part("40-99/*")) == .reject)
    }

    @Test func partThatNobodyAskedForIsRefused() {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 206, part("0-99/100")) == .reject)
        #expect(machine.reasonToResume(after: nil) == nil)
    }

    @Test func partThatTheCallerAskedForIsTheFile() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: false)
        let head = fields(["Content-Range": "bytes 10-19/100", "ETag": Self.tag, "Content-Length": "10"])
        #expect(machine.answer(status: 206, head) == .write(from: 0, end: 10))
        #expect(machine.version?.validator == nil)
        #expect(machine.version?.digests == [])
    }

    /// A POST for a report, for example, costs each time.
    @Test(arguments: [TransportError.Kind.connectionLost, .timedOut, .cannotConnect])
    func requestThatCannotBeResumedIsNotRepeated(cut: TransportError.Kind) {
        var machine = DownloadStateMachine()
        _ = machine.ask("POST http://example.com/report", isResumable: false)
        let head = fields(["ETag": Self.tag, "Content-Length": "100", "Accept-Ranges": "bytes"])
        #expect(machine.answer(status: 200, head) == .write(from: 0, end: 100))
        machine.reach(60)
        #expect(machine.reasonToResume(after: cut) == nil)
    }

    @Test func requestChangedByAPluginIsNotResumed() {
        var machine = machine(40)
        _ = machine.ask(Self.url, isResumable: true)
        machine.requestOtherRange()
        #expect(machine.part == nil)
        #expect(machine.answer(status: 206, part("10-19/100")) == .write(from: 0, end: nil))
        machine.reach(5)
        #expect(!machine.isWorthKeeping)
    }

    // MARK: 416

    @Test func allThatThereIsMayBeThereAlready() {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 416, fields(["Content-Range": "bytes */40"])) == .ignore)
        #expect(machine.reasonToResume(after: nil) != nil)
        #expect(machine.count == 40)
        #expect(machine.ask(Self.url, isResumable: true)?.range == "bytes=39-")
        #expect(machine.answer(status: 206, part("39-39/40")) == .write(from: 39, end: 40))
    }

    @Test(arguments: [nil, "bytes */41", "bytes */39", "bytes 0-1/40", "nonsense"])
    func otherwiseItBeginsAnewOnce(range: String?) {
        var machine = machine(40, of: nil)
        _ = machine.ask(Self.url, isResumable: true)
        let head = range.map { fields(["Content-Range": $0]) } ?? [:]
        #expect(machine.answer(status: 416, head) == .ignore)
        #expect(machine.reasonToResume(after: nil) != nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
        #expect(machine.answer(status: 416, head) == .ignore)
        #expect(machine.reasonToResume(after: nil) == nil)
    }

    @Test func lastByteThatIsNotThereBeginsAnew() {
        var machine = machine(100)
        _ = machine.ask(Self.url, isResumable: true)
        #expect(machine.answer(status: 416, fields(["Content-Range": "bytes */100"])) == .ignore)
        #expect(machine.reasonToResume(after: nil) != nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
    }

    // MARK: Going on

    @Test func pluginsDecideAboutServersThatSendFewBytesPerConnection() {
        var machine = begun(100_000_000)
        var count: Int64 = 0
        func isResumed(after step: Int64) -> Bool {
            _ = machine.ask(Self.url, isResumable: true)
            count += step
            machine.reach(count)
            return machine.reasonToResume(after: .connectionLost) != nil
        }
        for _ in 1...100 { #expect(isResumed(after: 10)) }
        #expect(!isResumed(after: 10))
        #expect(isResumed(after: 65_536))
        #expect(isResumed(after: 10))
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
            #expect(machine.reasonToResume(after: .connectionLost) == "connectionLost, resumes at byte \(count)")
            #expect(machine.ask(Self.url, isResumable: true)?.start == count)
            #expect(machine.answer(status: 206, part("\(count)-99/100")) == .write(from: count, end: 100))
        }
        #expect(machine.reasonToResume(after: .connectionLost) == nil)
        #expect(machine.isWorthKeeping)
    }

    @Test(
        arguments: [
            (.connectionLost, true), (.timedOut, true), (.notConnected, true), (.cannotConnect, true), (.other, true),
            (.invalidResponse, true), (.cancelled, false), (.deadlineExceeded, false), (.responseTooLarge, false),
            (.secureConnectionFailed, false), (.tooManyRedirects, false), (.insecureRedirect, false), (nil, false),
        ] as [(TransportError.Kind?, Bool)]
    )
    func limitsEndTheWholeDownload(kind: TransportError.Kind?, goesOn: Bool) {
        var machine = begun()
        machine.reach(10)
        #expect((machine.reasonToResume(after: kind) != nil) == goesOn)
    }

    @Test func downloadWithoutAValidatorDoesNotResume() {
        var machine = DownloadStateMachine()
        _ = machine.ask(Self.url, isResumable: true)
        _ = machine.answer(status: 200, fields(["ETag": "W/\"v1\"", "Content-Length": "100"]))
        machine.reach(10)
        #expect(machine.reasonToResume(after: .connectionLost) == nil)
        #expect(machine.ask(Self.url, isResumable: true) == nil)
    }

    @Test func serverThatNeverSendsPartsIsNotAskedForEver() {
        var machine = begun()
        var attempts = 1
        machine.reach(50)
        while machine.reasonToResume(after: .connectionLost) != nil, attempts < 100 {
            _ = machine.ask(Self.url, isResumable: true)
            _ = machine.answer(status: 200, fields(["ETag": Self.tag, "Content-Length": "100"]))
            machine.reach(50)
            attempts += 1
        }
        #expect(attempts == 5)
    }

    @Test func droppedNewVersionResumes() {
        var machine = machine(90)
        _ = machine.ask(Self.url, isResumable: true)
        _ = machine.answer(status: 200, fields(["ETag": "\"v2\"", "Content-Length": "100"]))
        machine.reach(10)
        #expect(machine.reasonToResume(after: .connectionLost) == "connectionLost, resumes at byte 10")
        #expect(machine.ask(Self.url, isResumable: true)?.validator == "\"v2\"")
    }
}
