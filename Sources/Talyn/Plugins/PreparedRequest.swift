public import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The request of an attempt as ``Plugin/willSend(_:context:)`` gets it, right before it is sent.
public struct PreparedRequest: Sendable {
    /// The request, prepared by all plugins.
    public let urlRequest: URLRequest

    /// The header fields that the transport adds, unless the request sets them itself.
    public let transportHeaderFields: HTTPFields

    /// The body to upload if the request itself has no body.
    private let upload: RequestBody.Upload?

    /// The names of secret header fields and query parameters, in addition to the well-known ones.
    let secretNames: Set<String>

    /// The answer to challenges; the last plugin to set one wins. Shared by all copies.
    private let credentialBox = Locked<URLCredential?>(nil)

    init(
        _ urlRequest: URLRequest,
        transportHeaderFields: HTTPFields = .empty,
        upload: RequestBody.Upload? = nil,
        secretNames: Set<String> = []
    ) {
        self.urlRequest = urlRequest
        self.transportHeaderFields = transportHeaderFields
        self.upload = upload
        self.secretNames = secretNames
    }

    var credential: URLCredential? { credentialBox.withLock { $0 } }

    /// Sets the credential that answers the server's challenges (RFC 9110, section 11).
    ///
    /// The credential is used for this attempt only, with any persistence, and only for the origin of the target's base
    /// URL. It replaces the credential of an earlier plugin.
    public func authenticate(with credential: URLCredential) {
        credentialBox.withLock { $0 = credential }
    }

    /// Returns a `curl` command that sends the request, with the body of an upload and the credential set so far.
    ///
    /// curl reads the files of an upload itself, and makes its own multipart boundary. If the command can't express a
    /// part of a form, such as a stream, it leaves out the whole body and ends with a comment that says so.
    ///
    /// - Parameter redaction: The values to mask. A masked value changes the request; use `.none` to send the same
    ///   request.
    public func cURLCommand(redaction: Redaction = .default) -> String {
        CURLCommand(
            urlRequest,
            upload: upload,
            transportHeaderFields: transportHeaderFields,
            credential: credential,
            redaction: redaction.masking(secretNames)
        ).text
    }
}

extension URLRequest {
    /// Returns the header fields, with those of the transport that the request doesn't set itself.
    func headerFields(with transportHeaderFields: HTTPFields) -> [String: String] {
        var fields = allHTTPHeaderFields ?? [:]
        let names = Set(fields.keys.map { $0.lowercased() })
        for (name, value) in transportHeaderFields.combined where !names.contains(name.lowercased()) {
            fields[name] = value
        }
        return fields
    }
}
