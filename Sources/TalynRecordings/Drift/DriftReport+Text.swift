import TalynCore

extension DriftReport.Change: CustomStringConvertible {
    /// The place of the change in the JSON.
    var path: String? {
        switch self {
        case .added(let path, _), .missing(let path), .notAlways(let path), .type(let path, _, _), .mayBeNull(let path):
            path
        default:
            nil
        }
    }

    public var description: String {
        switch self {
        case .status(let recorded, let live): "the status is \(live), and was \(recorded)"
        case .headerFieldMissing(let name): "the header field '\(name)' is missing"
        case .headerFieldAdded(let name): "the header field '\(name)' is new"
        case .mediaType(let recorded, let live): "the content is \(live), and was \(recorded)"
        case .added(let path, let type): "'\(path)' is new: \(type)"
        case .missing(let path): "'\(path)' is missing"
        case .notAlways(let path): "'\(path)' is not always there"
        case .type(let path, let recorded, let live): "'\(path)' is \(live), and was \(recorded)"
        case .mayBeNull(let path): "'\(path)' may be null"
        case .noJSON(isRecorded: true): "the content is JSON, and was not"
        case .noJSON(isRecorded: false): "the content is not JSON any more"
        case .notCompared: "the content can't be compared: a part of it is missing, or it isn't JSON"
        case .closeCode(let recorded, let live): "the connection was closed with \(live), and was with \(recorded)"
        case .failure(nil, let live?): "the call fails now: \(live)"
        case .failure(let recorded?, nil): "the call succeeds, and failed before: \(recorded)"
        case .failure(let recorded, let live):
            "the call fails with \(live.map { "\($0)" } ?? "nothing"), and failed with "
                + (recorded.map { "\($0)" } ?? "nothing")
        case .unknownRequest: "nothing like it was recorded"
        case .unusedRequest: "it was recorded, and has not been made"
        }
    }
}

extension DriftReport: CustomStringConvertible {
    /// A line for each difference.
    public var description: String {
        isEmpty ? "no drift" : differences.map(\.description).joined(separator: "\n")
    }
}
