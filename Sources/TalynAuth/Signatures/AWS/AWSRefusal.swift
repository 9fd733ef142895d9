#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import HTTPTypes
import TalynCore

extension TransportResponse {
    /// Whether a server of AWS refused a request because of its signature, perhaps because of the signature's time.
    ///
    /// Such a request isn't processed, and so it can be sent again. The start of the body is read for it, and stays in the body.
    ///
    /// - Parameter method: The method of the request. The response to HEAD has no body that could tell, but the method is safe.
    mutating func refusesSignature(of method: HTTPRequest.Method) async -> Bool {
        if let type = headerFields[.xAmznErrorType] { return AWSRefusal.codes.contains(AWSRefusal.code(type)) }
        if method == .head { return true }
        let start = await body.readStart(upTo: AWSRefusal.longestError)
        return AWSRefusal.code(in: start).map { AWSRefusal.codes.contains($0) } ?? false
    }
}

/// The codes of errors by which AWS refuses a signature.
private enum AWSRefusal {
    /// The codes, without `Exception` at the end. Some services have an own code for a wrong time, and others don't.
    static let codes: Set<Substring> = [
        "AuthFailure", "InvalidSignature", "RequestExpired", "RequestInTheFuture", "RequestTimeTooSkewed",
        "SignatureDoesNotMatch",
    ]

    /// The longest body of an error, in bytes. Those of AWS have less than a tenth.
    static let longestError = 65_536

    /// The code alone: services write a name before it, and a URL after it.
    ///
    /// An example is `com.amazon.coral.service#InvalidSignatureException:http://internal.amazon.com/coral/`.
    static func code(_ text: String) -> Substring {
        let name = text.prefix { $0 != ":" }
        let code = name.lastIndex(of: "#").map { name[$0...].dropFirst() } ?? name
        return code.hasSuffix("Exception") ? code.dropLast("Exception".count) : code
    }

    /// The code in the body of an error, in XML or JSON; nil for another body.
    static func code(in body: Data) -> Substring? {
        if body.first == UInt8(ascii: "{") {
            struct Failure: Decodable {
                let type: String?
                let code: String?

                private enum CodingKeys: String, CodingKey {
                    case type = "__type"
                    case code
                }
            }
            let failure = try? JSONDecoder().decode(Failure.self, from: body)
            return (failure?.type ?? failure?.code).map { code($0) }
        }
        let text = String(decoding: body, as: UTF8.self)
        guard let start = text.firstRange(of: "<Code>"), let end = text[start.upperBound...].firstRange(of: "</Code>")
        else { return nil }
        return code(String(text[start.upperBound..<end.lowerBound]))
    }
}

extension HTTPBody {
    /// Reads the first bytes of a body. The body has them still.
    ///
    /// - Returns: The bytes. An error of reading comes to the next reader.
    fileprivate mutating func readStart(upTo limit: Int) async -> Data {
        if let data { return data.prefix(limit) }
        var chunks = makeAsyncIterator()
        var start = Data()
        /// The end of the body, if it was reached.
        var end: Result<Data?, any Error>?
        do {
            while start.count < limit, end == nil {
                if let chunk = try await chunks.next() { start.append(chunk) } else { end = .success(nil) }
            }
        } catch {
            end = .failure(error)
        }
        if !isReplayable { self = HTTPBody(length: length, start, then: chunks, end) }
        return start
    }

    /// A body whose start was read before.
    private init(length: Int64?, _ start: Data, then rest: AsyncIterator, _ end: Result<Data?, any Error>?) {
        // Only one reader at a time has them. A second one continues after the last chunk.
        nonisolated(unsafe) var chunks = rest
        nonisolated(unsafe) var start = start.isEmpty ? nil : start
        let next: @Sendable () async throws -> Data? = {
            if let start = start.take() { return start }
            return if let end { try end.get() } else { try await chunks.next() }
        }
        self.init(length: length, isReplayable: false) { next }
    }
}

extension HTTPField.Name {
    fileprivate static let xAmznErrorType = named("x-amzn-ErrorType")
}
#endif
