import TalynCore
import _TalynSupport

/// Decides which part of a file each attempt asks for, where the body of a response goes, and when to resume.
struct DownloadStateMachine: Sendable {
    /// A part of a file (RFC 9110, sections 14.2 and 13.1.5).
    struct Part: Hashable, Sendable {
        /// The first byte, counted from 0. The part goes to the end of the file.
        let start: Int64
        /// The entity tag or the date that identifies the version of the file.
        let validator: String

        /// The value of the `Range` field.
        var range: String { "bytes=\(start)-" }
    }

    /// The place of a response's body.
    enum Answer: Hashable, Sendable {
        /// The body replaces the file from a byte to its end.
        ///
        /// - Parameter end: The end of the body in the file; nil if the server doesn't send it.
        case write(from: Int64, end: Int64?)
        /// The body isn't a part of the file.
        case ignore
        /// The server claims that the body is a part of the file, and the head contradicts that.
        case reject
    }

    private enum Question {
        case whole
        case part(Part)
        /// The caller's own range, or another request that can't be resumed.
        case once
    }

    /// The version of the file; nil before anything is known.
    private(set) var version: FileVersion?
    /// The number of bytes in the file.
    private(set) var count: Int64
    private var question = Question.whole
    /// The largest number of bytes at which a connection dropped.
    private var furthest: Int64
    /// The reason for an immediate further attempt, independent of the bytes that this one received.
    private var repetition: String?
    /// The number of consecutive drops after few new bytes.
    private var smallSteps = 0
    private static let smallStep: Int64 = 65_536
    private static let mostSmallSteps = 100
    /// Whether a server sent a part that doesn't fit.
    private var isDoubtful = false
    /// Whether the server used one validator for files of different lengths. Then it identifies no version.
    private var isValidatorWrong = false
    /// The number of times that a new version can still replace a longer part of an old one.
    private var patience = 3

    /// - Parameters:
    ///   - version: The version of the existing part; nil without one.
    ///   - count: The number of bytes in that part.
    init(version: FileVersion? = nil, count: Int64 = 0) {
        let isUsable = version?.validator != nil && count <= version?.length ?? .max
        self.version = isUsable ? version : nil
        self.count = isUsable ? count : 0
        furthest = self.count
    }

    // MARK: - Requests

    /// The part that the next attempt asks for; nil for the whole file.
    ///
    /// - Parameters:
    ///   - request: A hash of method and URL. Bytes of another URL aren't resumed.
    ///   - isResumable: Whether the request may ask for a part.
    mutating func ask(_ request: String, isResumable: Bool) -> Part? {
        repetition = nil
        if let version, version.request != request { forget() }
        if version == nil { version = FileVersion(of: request) }
        question = isResumable ? .whole : .once
        guard isResumable, count > 0, let validator = version?.validator else { return nil }
        // If the file is complete, the attempt asks for the last byte again, to find out whether the server has another version.
        let part = Part(start: min(count, (version?.length ?? .max) - 1), validator: validator)
        question = .part(part)
        return part
    }

    /// The part that the attempt asks for; nil for the whole file.
    var part: Part? {
        if case .part(let part) = question { part } else { nil }
    }

    /// Notes that a plugin changed the range of the request.
    mutating func requestOtherRange() {
        question = .once
    }

    // MARK: - Answers

    /// The place of the body of a response with this head.
    mutating func answer(status: Int, _ fields: HTTPFields) -> Answer {
        switch (status, question) {
        case (206, .part(let part)):
            return answer(to: part, fields)
        case (416, .part):
            let given = fields[.contentRange].flatMap { ContentRange($0) }
            if version?.length == nil, let given, given.range == nil, given.completeLength == count {
                // The file was complete already.
                version?.length = count
                repeats("status 416, asks for the last byte of \(count)")
            } else {
                doubt("status 416, starts over")
            }
            return .ignore
        case (206, .whole):
            return .reject
        case (201..<300, .part):
            // Only 200 brings the whole file: a 204, for example, has no content.
            return .reject
        case (200, .whole), (200, .part):
            // The field has no meaning in a 200 (RFC 9110, section 14.4). Its body may be a part all the same.
            return fields[.contentRange].map { ContentRange($0)?.isWhole == true } ?? true
                ? startOver(with: status, fields) : .reject
        case (200..<300, _):
            return startOver(with: status, fields)
        default:
            return .ignore
        }
    }

    private mutating func answer(to part: Part, _ fields: HTTPFields) -> Answer {
        guard let version, let given = fields[.contentRange].flatMap({ ContentRange($0) }), let range = given.range,
            range.lowerBound == part.start, !fields.isPacked, !version.isContradicted(by: fields),
            let length = version.length ?? given.completeLength, length == given.completeLength ?? length,
            range.upperBound <= length, fields.contentLength ?? Int64(range.count) == Int64(range.count)
        else {
            doubt("the part doesn't fit, starts over")
            return .reject
        }
        self.version?.learn(fields, length: length)
        count = part.start
        return .write(from: count, end: range.upperBound)
    }

    private mutating func startOver(with status: Int, _ fields: HTTPFields) -> Answer {
        var next = FileVersion(of: version?.request ?? "", in: fields)
        if let version, version.validator == next.validator, let old = version.length, let new = next.length, old != new
        {
            isValidatorWrong = true
        }
        if isValidatorWrong { next.validator = nil }
        if case .once = question { next.validator = nil }
        // The digest is that of the whole file, and the caller asked for a part.
        if status == 206 { next.digests = [] }
        version = next
        if count > 0, patience > 0 {
            patience -= 1
            furthest = 0
        }
        count = 0
        return .write(from: 0, end: next.length)
    }

    /// Updates the number of bytes in the file.
    mutating func reach(_ count: Int64) {
        self.count = count
    }

    // MARK: - Ends

    /// Whether a later attempt can resume.
    var isWorthKeeping: Bool { count > 0 && version?.validator != nil }

    /// The reason for an immediate further attempt; nil if this failure ends the call.
    ///
    /// - Parameter cut: The failure of the transport that ended the response; nil for another failure.
    mutating func reasonToResume(after cut: TransportError.Kind?) -> String? {
        if let repetition = repetition.take() { return repetition }
        guard let cut, isWorthKeeping, count > furthest, Self.cuts.contains(cut) else { return nil }
        // A server may end each connection after a few bytes. Then plugins decide about retries.
        smallSteps = count - furthest < Self.smallStep ? smallSteps + 1 : 0
        guard smallSteps <= Self.mostSmallSteps else { return nil }
        furthest = count
        return "\(cut), resumes at byte \(count)"
    }

    /// Forgets the bytes in the file.
    mutating func forget() {
        version = nil
        count = 0
        furthest = 0
    }

    /// Starts over, once, since the bytes can't be trusted.
    private mutating func doubt(_ reason: String) {
        forget()
        if !isDoubtful { repeats(reason) }
        isDoubtful = true
    }

    private mutating func repeats(_ reason: String) {
        repetition = reason
    }

    /// The failures of a connection. Cancellation and limits end the whole download.
    private static let cuts: Set<TransportError.Kind> = [
        .connectionLost, .timedOut, .notConnected, .cannotConnect, .invalidResponse, .other,
    ]
}

extension ContentRange {
    /// Whether the range is the whole file.
    fileprivate var isWhole: Bool {
        range.map { $0.lowerBound == 0 && $0.upperBound == completeLength } ?? false
    }
}
