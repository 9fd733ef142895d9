import Foundation

/// Reads a HAR file, one entry at a time, so that only one is in memory as a tree.
struct RecordingReader {
    let file: URL?

    /// The errors of invalid entries, which are left out.
    private(set) var problems: [RecordingError] = []

    init(file: URL?) {
        self.file = file
    }

    /// - Throws: ``RecordingError`` if the content isn't HAR.
    mutating func read(_ data: Data, _ maximumSize: Int) throws(RecordingError) -> Recording {
        guard data.count <= maximumSize else {
            throw .tooLarge(file, length: data.count, maximum: maximumSize)
        }
        let content: HARFile
        do throws(JSONNode.Failure) {
            content = try JSONNode.decoded(HARFile.self, from: Self.inUTF8(data))
        } catch {
            throw .notJSON(file, problem: error.problem, isCutOff: error.isCutOff)
        }
        guard let log = content.log else { throw .notHAR(file, problem: "there is no object 'log' at its top") }
        guard log.hasEntries else { throw .notHAR(file, problem: "there is no array 'entries' in its 'log'") }
        problems = log.problems.map {
            .invalidEntry(file, entry: $0.entry, member: $0.problem.member, problem: $0.problem.text)
        }
        var recording = Recording(entries: log.entries, file: file)
        recording.members = log.members
        recording.outerMembers = content.members
        return recording
    }

    /// The text in UTF-8 without a byte order mark, for Foundation's decoder.
    private static func inUTF8(_ data: Data) -> Data {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { return data.dropFirst(3) }
        guard data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]),
            let text = String(data: data, encoding: .utf16)
        else { return data }
        return Data(text.utf8)
    }
}

/// The outermost object of a HAR file.
private struct HARFile: Decodable {
    struct Log {
        var entries: [Recording.Entry] = []
        var problems: [(entry: Int, problem: EntryReader.Problem)] = []
        var members: [JSONNode.Member] = []
        var hasEntries = false
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    var log: Log?
    var members: [JSONNode.Member] = []

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Name.self) else { return }
        for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            if name.stringValue == "log", let log = try? container.nestedContainer(keyedBy: Name.self, forKey: name) {
                self.log = try Self.log(log)
            } else {
                members.append(.init(name.stringValue, try container.decode(JSONNode.self, forKey: name)))
            }
        }
    }

    private static func log(_ container: KeyedDecodingContainer<Name>) throws -> Log {
        var log = Log()
        var fields = HeaderFieldPool()
        for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard name.stringValue == "entries", var entries = try? container.nestedUnkeyedContainer(forKey: name)
            else {
                log.members.append(.init(name.stringValue, try container.decode(JSONNode.self, forKey: name)))
                continue
            }
            log.hasEntries = true
            // A longer list takes time and helps nobody.
            while !entries.isAtEnd, log.problems.count < 1000 {
                let number = entries.currentIndex
                do {
                    let node = try entries.decode(JSONNode.self)
                    log.entries.append(try EntryReader(node).entry(node.json(), &fields))
                } catch let problem as EntryReader.Problem {
                    log.problems.append((number, problem))
                }
            }
        }
        return log
    }
}
