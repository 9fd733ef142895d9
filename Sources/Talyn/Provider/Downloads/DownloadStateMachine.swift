import HTTPTypes

/// Decides what the attempts of a download ask for, what becomes of their answers, and when there is another at once.
///
/// It does nothing itself: the file has the bytes that it counts.
struct DownloadStateMachine: Sendable {
    /// A part of a file that is asked for (RFC 9110, sections 14.2 and 13.1.5).
    struct Part: Hashable, Sendable {
        /// The first byte, counted from 0; it goes to the end.
        let start: Int64
        /// By what the server tells whether its version is still the same.
        let validator: String

        /// The value of the `Range` field.
        var range: String { "bytes=\(start)-" }
    }

    /// What becomes of the body of a response.
    enum Answer: Hashable, Sendable {
        /// It goes into the file, in the place of what is there from that byte on.
        ///
        /// - Parameter end: Where it must end; nil if the server doesn't say.
        case write(from: Int64, end: Int64?)
        /// It is no part of the file, and leaves that alone.
        case leave
        /// It is said to be a part of the file, and can't be.
        case refuse
    }

    private enum Question {
        case whole
        case part(Part)
        /// The caller's own range, or what else can't be gone on with.
        case once
    }

    /// What the bytes are of; nil before anything is known.
    private(set) var version: FileVersion?
    /// How many bytes of it there are.
    private(set) var count: Int64
    private var question = Question.whole
    /// How many bytes there were at most when an attempt was cut.
    private var furthest: Int64
    /// Why there is to be another attempt at once, whatever this one brought.
    private var repetition: String?
    /// How often in a row a cut has come behind little that is new.
    private var smallSteps = 0
    private static let smallStep: Int64 = 65_536
    private static let mostSmallSteps = 100
    /// Whether a server has given parts that can't be.
    private var isDoubtful = false
    /// How often a new version may take the place of one of which there was more.
    private var patience = 3

    /// - Parameters:
    ///   - version: What is known of bytes that are there already; nil if there are none.
    ///   - count: How many of them there are.
    init(version: FileVersion? = nil, count: Int64 = 0) {
        let isUsable = version?.validator != nil && count <= version?.length ?? .max
        self.version = isUsable ? version : nil
        self.count = isUsable ? count : 0
        furthest = self.count
    }

    // MARK: Requests

    /// What the next attempt is to ask for; nil if for all of the file.
    ///
    /// - Parameters:
    ///   - request: A hash of method and URL. What has come from elsewhere is not gone on with.
    ///   - isResumable: Whether a part may be asked for.
    mutating func ask(_ request: String, isResumable: Bool) -> Part? {
        repetition = nil
        if let version, version.request != request { forget() }
        if version == nil { version = FileVersion(of: request) }
        question = isResumable ? .whole : .once
        guard isResumable, count > 0, let validator = version?.validator else { return nil }
        // If all of it is there, the last byte is asked for again: that tells whether it is the server's version still.
        let part = Part(start: min(count, (version?.length ?? .max) - 1), validator: validator)
        question = .part(part)
        return part
    }

    /// The part that the attempt asks for, if it doesn't ask for all of the file.
    var part: Part? {
        if case .part(let part) = question { part } else { nil }
    }

    /// Notes that the attempt asks for something else than it was to, since a plugin has changed that.
    mutating func askOtherwise() {
        question = .once
    }

    // MARK: Answers

    /// What becomes of the body of a response with this head.
    mutating func answer(status: Int, _ fields: HTTPFields) -> Answer {
        switch (status, question) {
        case (206, .part(let part)):
            return answer(to: part, fields)
        case (416, .part):
            let given = fields[.contentRange].flatMap { ContentRange($0) }
            if version?.length == nil, let given, given.range == nil, given.completeLength == count {
                // All of it was there, which nobody knew.
                version?.length = count
                repeats("status 416, looks at the last byte of \(count)")
            } else {
                doubt("status 416, begins anew")
            }
            return .leave
        case (206, .whole):
            return .refuse
        case (201..<300, .part):
            // Only 200 brings the whole file: a 204, for example, has no content.
            return .refuse
        case (200..<300, _):
            return startOver(with: status, fields)
        default:
            return .leave
        }
    }

    private mutating func answer(to part: Part, _ fields: HTTPFields) -> Answer {
        guard let version, let given = fields[.contentRange].flatMap({ ContentRange($0) }), let range = given.range,
            range.lowerBound == part.start, !fields.isPacked, !version.isContradicted(by: fields),
            let length = version.length ?? given.completeLength, length == given.completeLength ?? length,
            range.upperBound <= length, fields.contentLength ?? Int64(range.count) == Int64(range.count)
        else {
            doubt("got a part that doesn't fit, begins anew")
            return .refuse
        }
        self.version?.learn(fields, length: length)
        count = part.start
        return .write(from: count, end: range.upperBound)
    }

    private mutating func startOver(with status: Int, _ fields: HTTPFields) -> Answer {
        var next = FileVersion(of: version?.request ?? "", in: fields)
        if case .once = question { next.validator = nil }
        // The caller's own part, whose digest would be that of the whole.
        if status == 206 { next.digests = [] }
        version = next
        if count > 0, patience > 0 {
            patience -= 1
            furthest = 0
        }
        count = 0
        return .write(from: 0, end: next.length)
    }

    /// Notes how many bytes there are now.
    mutating func reach(_ count: Int64) {
        self.count = count
    }

    // MARK: Ends

    /// Whether a later attempt can go on with what is there.
    var isWorthKeeping: Bool { count > 0 && version?.validator != nil }

    /// Why there is to be another attempt at once; nil if the failure of this one is that of the call, as far as plugins
    /// don't make it again.
    ///
    /// - Parameter cut: What has ended the response before its time, if anything has.
    mutating func reasonToGoOn(after cut: TransportError.Kind?) -> String? {
        if let repetition = repetition.take() { return repetition }
        guard let cut, isWorthKeeping, count > furthest, Self.cuts.contains(cut) else { return nil }
        // A server that ends each connection after next to nothing is left to plugins after a while.
        smallSteps = count - furthest < Self.smallStep ? smallSteps + 1 : 0
        guard smallSteps <= Self.mostSmallSteps else { return nil }
        furthest = count
        return "\(cut), goes on at byte \(count)"
    }

    /// Forgets the bytes that there are.
    mutating func forget() {
        version = nil
        count = 0
        furthest = 0
    }

    /// Begins anew with what can't be trusted: at once, but only one time.
    private mutating func doubt(_ reason: String) {
        forget()
        if !isDoubtful { repeats(reason) }
        isDoubtful = true
    }

    private mutating func repeats(_ reason: String) {
        repetition = reason
    }

    /// What a connection does. Whoever cancels, or sets limits, means the whole download.
    private static let cuts: Set<TransportError.Kind> = [
        .connectionLost, .timedOut, .notConnected, .cannotConnect, .invalidResponse, .other,
    ]
}
