public import Foundation
public import HTTPTypes
public import TalynStubs

extension StubAnswer {
    /// The content of a resource of a bundle, with the media type of its extension.
    ///
    /// If the resource is missing, the calls fail with a ``MissingResourceError``.
    ///
    /// - Parameters:
    ///   - name: The name with its extension, such as `user.json`.
    ///   - bundle: The bundle. `.module` is the bundle of the test target's resources.
    ///   - statusCode: The status code.
    ///   - headerFields: Header fields.
    public static func resource(
        _ name: String,
        in bundle: Bundle,
        statusCode: Int = 200,
        headerFields: HTTPFields = [:]
    ) -> StubAnswer {
        guard let url = bundle.url(forResource: name, withExtension: nil) else {
            return failure(MissingResourceError(name: name, bundle: bundle.bundleURL))
        }
        return file(url, statusCode: statusCode, headerFields: headerFields)
    }
}

/// The failure of ``StubAnswer/resource(_:in:statusCode:headerFields:)`` for a resource that the bundle doesn't have.
public struct MissingResourceError: Error, Sendable, Hashable {
    /// The name of the resource.
    public let name: String

    /// The URL of the bundle.
    public let bundle: URL
}

extension MissingResourceError: DescribedError {
    public var problem: String { "The bundle '\(bundle.lastPathComponent)' has no resource '\(name)'." }

    public var recovery: String? { "Give its name with the extension, and list it in the resources of the target." }
}
