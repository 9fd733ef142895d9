public import Foundation

/// Why there is no sample for a stub to answer with.
public enum SampleError: Error, Sendable {
    /// The bundle has no resource of this name.
    case missingResource(String, bundle: URL)

    /// The file can't be read; what the system says.
    case unreadableFile(URL, any Error)
}

extension SampleError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .missingResource(let name, let bundle):
            "The bundle '\(bundle.lastPathComponent)' has no resource '\(name)'."
        case .unreadableFile(let url, _):
            "The sample '\(url.lastPathComponent)' can't be read."
        }
    }

    public var failureReason: String? {
        guard case .unreadableFile(_, let error) = self else { return nil }
        return error.localizedDescription
    }

    public var recoverySuggestion: String? {
        switch self {
        case .missingResource: "Give its name with the extension, and list it in the resources of the target."
        case .unreadableFile: "Check that the file is there and may be read."
        }
    }
}

extension SampleError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
