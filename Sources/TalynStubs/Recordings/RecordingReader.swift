/// Reads a HAR file, one entry after the other, so that no more than one is in memory as a tree.
struct RecordingReader {
    let file: URL?

    /// What is wrong with entries, which are left out.
    private(set) var problems: [RecordingError] = []

    private var entries: [Recording.Entry] = []
    private var members: [JSONNode.Member] = []
    private var outerMembers: [JSONNode.Member] = []
    private var hasLog = false
    private var hasEntries = false
    private var count = 0
    private var fields = HeaderFieldPool()

    init(file: URL?) {
        self.file = file
    }

    /// - Throws: ``RecordingError`` if it is no HAR at all.
    mutating func read(_ data: Data, _ maximumSize: Int) throws(RecordingError) -> Recording {
        guard data.count <= maximumSize else {
            throw .tooLarge(file, length: data.count, maximum: maximumSize)
        }
        let data = Self.inUTF8(data)
        let failure: JSONReader.Failure? = data.withUnsafeBytes { bytes in
            do throws(JSONReader.Failure) {
                var reader = JSONReader(bytes)
                try readFile(data, &reader)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw .notJSON(file, offset: failure.offset, problem: failure.problem) }
        guard hasLog else { throw .notHAR(file, problem: "there is no object 'log' at its top") }
        guard hasEntries else { throw .notHAR(file, problem: "there is no array 'entries' in its 'log'") }
        var recording = Recording(entries: entries, file: file)
        recording.members = members
        recording.outerMembers = outerMembers
        return recording
    }

    private static func inUTF8(_ data: Data) -> Data {
        guard data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]),
            let text = String(data: data, encoding: .utf16)
        else { return data }
        return Data(text.utf8)
    }

    private mutating func readFile(_ data: Data, _ reader: inout JSONReader) throws(JSONReader.Failure) {
        let isObject = try reader.object { (name, reader) throws(JSONReader.Failure) in
            var isLog = false
            if name == "log" {
                isLog = try reader.object { (name, reader) throws(JSONReader.Failure) in
                    try readMember(name, data, &reader)
                }
            }
            if isLog { hasLog = true } else { outerMembers.append(.init(name, try reader.value())) }
        }
        if !isObject { _ = try reader.value() }
        try reader.end()
    }

    private mutating func readMember(
        _ name: String,
        _ data: Data,
        _ reader: inout JSONReader
    ) throws(JSONReader.Failure) {
        var isEntries = false
        if name == "entries" {
            isEntries = try reader.array { (reader) throws(JSONReader.Failure) in
                reader.skipSpace()
                let start = reader.index
                let node = try reader.value()
                add(node, data[data.startIndex + start..<data.startIndex + reader.index])
            }
        }
        if isEntries { hasEntries = true } else { members.append(.init(name, try reader.value())) }
    }

    private mutating func add(_ node: JSONNode, _ source: Data) {
        defer { count += 1 }
        do throws(EntryReader.Problem) {
            entries.append(try EntryReader(node).entry(source, &fields))
        } catch {
            // Nobody reads more of them.
            guard problems.count < 1000 else { return }
            problems.append(.invalidEntry(file, entry: count, member: error.member, problem: error.text))
        }
    }
}
