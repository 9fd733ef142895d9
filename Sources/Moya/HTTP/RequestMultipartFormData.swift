#if !Alamofire
public import Foundation
import TalynCore

/// Builds a `multipart/form-data` body (RFC 7578) in memory.
///
/// ``Task/uploadMultipart(_:)`` doesn't need it. It is for apps that send such a body as data.
public final class RequestMultipartFormData {
    /// The text between the parts.
    public let boundary: String

    private var parts: [MultipartFormData] = []

    /// Creates an empty body.
    ///
    /// - Parameter boundary: The text between the parts; by default a random one.
    public init(boundary: String? = nil) {
        self.boundary = boundary ?? "moya.boundary.\(UUID().uuidString.lowercased())"
    }

    /// The value of the `Content-Type` field.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Appends data.
    public func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        parts.append(MultipartFormData(provider: .data(data), name: name, fileName: fileName, mimeType: mimeType))
    }

    /// Appends a file. Its name and type are taken from the URL. It is read by ``encode()``.
    public func append(_ fileURL: URL, withName name: String) {
        parts.append(MultipartFormData(provider: .file(fileURL), name: name))
    }

    /// Appends a file. It is read by ``encode()``.
    public func append(_ fileURL: URL, withName name: String, fileName: String, mimeType: String) {
        parts.append(MultipartFormData(provider: .file(fileURL), name: name, fileName: fileName, mimeType: mimeType))
    }

    /// The body.
    ///
    /// - Throws: ``AFError/multipartEncodingFailed(reason:)`` if there is no part, or if a part can't be read or sent.
    public func encode() throws -> Data {
        do {
            return try encoded()
        } catch let error as BodyError {
            throw AFError.multipartEncodingFailed(reason: AFError.MultipartEncodingFailureReason(error))
        }
    }

    private func encoded() throws -> Data {
        let loaded = try parts.map { part in
            guard case .file(let url) = part.provider else { return MultipartPart(part) }
            return MultipartPart(
                content: .data(try Self.content(of: url)),
                name: part.name,
                fileName: part.fileName ?? url.lastPathComponent,
                contentType: part.mimeType
            )
        }
        return try MultipartPart.encode(loaded, boundary: boundary) ?? Data()
    }

    private static func content(of file: URL) throws -> Data {
        guard file.isFileURL else { throw AFError.multipartEncodingFailed(reason: .bodyPartURLInvalid(url: file)) }
        guard !file.isDirectory else {
            throw AFError.multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: file))
        }
        do {
            return try Data(contentsOf: file)
        } catch {
            let reason = AFError.MultipartEncodingFailureReason.bodyPartFileNotReachableWithError(
                atURL: file,
                error: error
            )
            throw AFError.multipartEncodingFailed(reason: reason)
        }
    }
}
#endif
