import Dispatch
import _TalynFoundation
import _TalynSupport

extension Recording {
    /// Reads a HAR file, one entry at a time, so that only one is in memory as a tree.
    ///
    /// - Throws: ``RecordingError`` if the content isn't HAR. The errors of invalid entries are in ``problems``.
    init(reading data: Data, file: URL?, maximumSize: Int) throws(RecordingError) {
        guard data.count <= maximumSize else {
            throw .tooLarge(file, length: data.count, maximum: maximumSize)
        }
        let content: HARFile
        do throws(JSONNode.Failure) {
            content = try HARFile.read(data)
        } catch {
            throw .notJSON(file, problem: error.problem, isCutOff: error.isCutOff)
        }
        guard let log = content.log else { throw .notHAR(file, problem: "there is no object 'log' at its top") }
        guard log.hasEntries else { throw .notHAR(file, problem: "there is no array 'entries' in its 'log'") }
        self.init(entries: log.entries, file: file)
        problems = log.problems.map {
            .invalidEntry(file, entry: $0.entry, member: $0.problem.member, problem: $0.problem.text)
        }
        members = log.members
        outerMembers = content.members
    }
}

/// The outermost object of a HAR file.
private struct HARFile {
    struct Log {
        var entries: [Recording.Entry] = []
        var problems: [(entry: Int, problem: EntryReader.Problem)] = []
        var members: [JSONNode.Member] = []
        var hasEntries = false
    }

    /// A longer list of problems takes time and helps nobody.
    static let maximumProblems = 1000

    var log: Log?
    var members: [JSONNode.Member] = []

    static func read(_ data: Data) throws(JSONNode.Failure) -> HARFile {
        do {
            return try JSONOutline.read(data) { outline in
                var file = HARFile()
                guard outline.peek() == UInt8(ascii: "{") else {
                    _ = try JSONNode(json: outline.value())
                    return file
                }
                try outline.members { name, outline in
                    if name == "log", outline.peek() == UInt8(ascii: "{") {
                        file.log = try log(&outline)
                    } else {
                        let value = try JSONNode(replacingLoneSurrogates: outline.value())
                        file.members.append(.init(name, value))
                    }
                }
                file.members.sort { $0.name < $1.name }
                return file
            }
        } catch {
            // The reader of a whole tree knows the place of the fault.
            _ = try JSONNode(replacingLoneSurrogates: data)
            throw JSONNode.Failure(problem: "\(error)", isCutOff: false)
        }
    }

    private static func log(_ outline: inout JSONOutline) throws -> Log {
        var log = Log()
        try outline.members { name, outline in
            guard name == "entries", outline.peek() == UInt8(ascii: "[") else {
                log.members.append(.init(name, try JSONNode(replacingLoneSurrogates: outline.value())))
                return
            }
            log.hasEntries = true
            var sources: [Data] = []
            try outline.elements { sources.append(try $0.value()) }
            for part in RecordingPart.all(of: sources) {
                let part = try part.get()
                log.entries += part.entries
                log.problems += part.problems.prefix(Self.maximumProblems - log.problems.count)
            }
        }
        log.members.sort { $0.name < $1.name }
        return log
    }
}

/// Consecutive entries of a file.
private struct RecordingPart: Sendable {
    private(set) var entries: [Recording.Entry] = []
    private(set) var problems: [(entry: Int, problem: EntryReader.Problem)] = []

    /// Decodes all entries, a part of them on each processor.
    static func all(of sources: [Data]) -> [Result<RecordingPart, any Error>] {
        // Fewer entries take less time than the start of a thread.
        let count = max(1, min(ProcessInfo.processInfo.activeProcessorCount, sources.count / 200))
        let parts = Lock([Result<RecordingPart, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let range = sources.count * index / count..<sources.count * (index + 1) / count
            let part = Result { try RecordingPart(sources[range]) }
            parts.withLock { $0[index] = part }
        }
        return parts.withLock { $0.compactMap(\.self) }
    }

    private init(_ sources: ArraySlice<Data>) throws {
        var fields = HeaderFieldPool()
        entries.reserveCapacity(sources.count)
        for (number, source) in zip(sources.indices, sources) {
            do {
                entries.append(try EntryReader(source).entry(&fields))
            } catch let problem as EntryReader.Problem {
                if problems.count < HARFile.maximumProblems { problems.append((number, problem)) }
            }
        }
    }
}
