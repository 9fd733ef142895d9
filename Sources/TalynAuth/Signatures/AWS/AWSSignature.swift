#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The key of a day, a region and a service, and the signatures by it.
struct AWSSigningScope: Sendable {
    let credentials: AWSCredentials
    /// The day, the region and the service: `20150830/us-east-1/s3/aws4_request`.
    let text: String
    private let key: SymmetricKey

    init(day: Substring, region: String, service: String, credentials: AWSCredentials) {
        self.credentials = credentials
        text = "\(day)/\(region)/\(service)/aws4_request"
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretAccessKey)".utf8))
        for part in [String(day), region, service, "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        self.key = key
    }

    /// The signature of a request in hexadecimal digits.
    func signature(of request: AWSCanonicalRequest, at time: AWSTimestamp) -> [UInt8] {
        var signed = start("AWS4-HMAC-SHA256\n", time)
        signed.appendHexadecimal(SHA256.hash(data: request.bytes))
        return signature(of: signed)
    }

    /// The signature of a chunk in hexadecimal digits.
    ///
    /// - Parameter previous: The signature of the chunk before it, or of the request.
    func signature(of chunk: Data, after previous: [UInt8], at time: AWSTimestamp) -> [UInt8] {
        var signed = start("AWS4-HMAC-SHA256-PAYLOAD\n", time)
        signed.append(contentsOf: previous)
        signed.append(UInt8(ascii: "\n"))
        signed.append(contentsOf: Self.emptyHash)
        signed.append(UInt8(ascii: "\n"))
        signed.appendHexadecimal(SHA256.hash(data: chunk))
        return signature(of: signed)
    }

    /// The hash of no bytes.
    static let emptyHash = Array("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".utf8)

    private func start(_ algorithm: String, _ time: AWSTimestamp) -> [UInt8] {
        var signed = Array(algorithm.utf8)
        signed.reserveCapacity(320)
        signed.append(contentsOf: time.text.utf8)
        signed.append(UInt8(ascii: "\n"))
        signed.append(contentsOf: text.utf8)
        signed.append(UInt8(ascii: "\n"))
        return signed
    }

    private func signature(of text: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        digits.appendHexadecimal(HMAC<SHA256>.authenticationCode(for: text, using: key))
        return digits
    }
}
#endif
