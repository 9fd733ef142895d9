import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// The claims of a proof that the sender of a request has a private key (DPoP, RFC 9449, section 4.2).
struct Proof: Encodable {
    let jti: String
    let htm: String
    let htu: String
    let iat: Int
    let ath: String?
    let nonce: String?

    /// - Parameter url: The URL of the request. The proof has neither its query nor its fragment.
    init(method: HTTPRequest.Method, url: String, token: String?, nonce: String?, at now: Date, id: String = .random())
    {
        jti = id
        htm = method.rawValue
        htu = String(url.prefix { $0 != "?" && $0 != "#" })
        iat = Int(clamping: now.timeIntervalSince1970)
        ath = token?.digestBase64URL
        self.nonce = nonce
    }
}

/// The nonces that servers demand in proofs, by their origins (RFC 9449, sections 8 and 9).
final class ProofNonces: Sendable {
    private static let maximumCount = 100

    private let nonces = Locked<[Origin: String]>([:])

    subscript(origin: Origin?) -> String? {
        get { origin.flatMap { origin in nonces.withLock { $0[origin] } } }
        set {
            // Section 4.2: a nonce is visible ASCII.
            guard let origin, let newValue, newValue.utf8.count <= 1_000,
                newValue.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
            else { return }
            nonces.withLock { nonces in
                if nonces.count >= Self.maximumCount, nonces[origin] == nil { nonces.removeAll() }
                nonces[origin] = newValue
            }
        }
    }
}

extension HTTPField.Name {
    static let dpop = HTTPField.Name("DPoP")!
    static let dpopNonce = HTTPField.Name("DPoP-Nonce")!
}
