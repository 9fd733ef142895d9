public import Foundation

/// The progress of a call.
public struct ProgressResponse {
    /// The response, once the call is complete.
    public let response: Response?

    /// The bytes that have been sent or received. Its `totalUnitCount` is -1 while the length is unknown.
    public let progressObject: Progress?

    /// Creates a progress.
    public init(progress: Progress? = nil, response: Response? = nil) {
        progressObject = progress
        self.response = response
    }

    /// The completed fraction, from 0 to 1: 1 once the call is complete, and until then 0 while the length of the body is unknown.
    public var progress: Double {
        if completed { return 1 }
        guard let progressObject, progressObject.totalUnitCount > 0 else { return 0 }
        return progressObject.fractionCompleted
    }

    /// Whether the call is complete.
    public var completed: Bool { response != nil }
}
