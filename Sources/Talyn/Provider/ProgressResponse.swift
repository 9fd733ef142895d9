public import Foundation

/// How far a call has come.
public struct ProgressResponse: Sendable {
    /// Bytes moved so far, and in all if that is known.
    public let progressObject: Progress?

    /// The response, once the call is complete.
    public let response: Response?

    /// Creates a report: of progress, or with a response of completion.
    public init(progress: Progress? = nil, response: Response? = nil) {
        self.progressObject = progress
        self.response = response
    }

    /// The fraction that is done: 1 when the call is complete, 0 as long as the whole is unknown.
    public var progress: Double {
        if completed { return 1 }
        guard let progressObject, progressObject.totalUnitCount > 0 else { return 0 }
        return progressObject.fractionCompleted
    }

    /// Whether the call is complete.
    public var completed: Bool { response != nil }
}
