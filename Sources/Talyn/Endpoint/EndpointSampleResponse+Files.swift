public import Foundation

extension EndpointSampleResponse {
    /// The content of a file, read at once.
    ///
    /// - Throws: A ``SampleError`` when it can't be read.
    public static func file(_ url: URL, statusCode: Int = 200) throws(SampleError) -> EndpointSampleResponse {
        do {
            return .networkResponse(statusCode, try Data(contentsOf: url))
        } catch {
            throw .unreadableFile(url, error)
        }
    }

    /// The content of a bundle's resource, read at once.
    ///
    /// - Parameters:
    ///   - name: The name with its extension, such as `user.json`.
    ///   - bundle: Where it is: `.module` for the resources of the test target that asks.
    ///   - statusCode: The status of the answer.
    /// - Throws: A ``SampleError`` when there is no such resource, or it can't be read.
    public static func resource(
        _ name: String,
        in bundle: Bundle,
        statusCode: Int = 200
    ) throws(SampleError) -> EndpointSampleResponse {
        guard let url = bundle.url(forResource: name, withExtension: nil) else {
            throw .missingResource(name, bundle: bundle.bundleURL)
        }
        return try file(url, statusCode: statusCode)
    }
}
