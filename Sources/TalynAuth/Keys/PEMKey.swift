#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import _TalynSupport

/// The content of a key in PEM (RFC 7468): PKCS#8 (RFC 5958), SEC 1 (RFC 5915), PKCS#1 (RFC 8017), or the subject public key
/// info (RFC 5280).
///
/// The libraries read only some of these, and not the same ones on all systems.
enum PEMKey {
    /// The PKCS#1 structure.
    case rsa(Data)
    /// The number of a private key, or the point of a public one.
    case p256(Data)
    /// The number of a private key, or the point of a public one.
    case p384(Data)
    case ed25519(Data)

    /// Reads a private key.
    static func privateKey(_ pem: String) throws(SignatureError) -> PEMKey {
        var (label, content, fields) = try block(of: pem)
        switch label {
        case "RSA PRIVATE KEY": return .rsa(content)
        case "EC PRIVATE KEY": return try elliptic(fields, on: nil)
        case "PRIVATE KEY": break
        case "ENCRYPTED PRIVATE KEY": throw .invalidKey("it is encrypted with a password")
        default: throw .invalidKey("the PEM text has \(label), and a private key is needed")
        }
        guard fields.content(DERReader.integer) != nil, var algorithm = fields.enter(DERReader.sequence),
            let content = fields.content(DERReader.octetString)
        else { throw .invalidKey("the PKCS#8 structure is incomplete") }
        switch try AlgorithmName(&algorithm) {
        case .rsa: return .rsa(Data(content))
        case .elliptic(let curve):
            var outer = DERReader(content)
            guard let fields = outer.enter(DERReader.sequence) else { throw .invalidKey("it has no elliptic key") }
            return try elliptic(fields, on: curve)
        case .ed25519:
            var inner = DERReader(content)
            guard let seed = inner.content(DERReader.octetString) else { throw .invalidKey("it has no Ed25519 key") }
            return .ed25519(Data(seed))
        }
    }

    /// Reads a public key.
    static func publicKey(_ pem: String) throws(SignatureError) -> PEMKey {
        var (label, content, fields) = try block(of: pem)
        switch label {
        case "RSA PUBLIC KEY": return .rsa(content)
        case "PUBLIC KEY": break
        default: throw .invalidKey("the PEM text has \(label), and a public key is needed")
        }
        guard var algorithm = fields.enter(DERReader.sequence), let bits = fields.content(DERReader.bitString),
            bits.first == 0
        else { throw .invalidKey("the structure of the public key is incomplete") }
        let key = Data(bits.dropFirst())
        switch try AlgorithmName(&algorithm) {
        case .rsa: return .rsa(key)
        case .elliptic(.p256): return .p256(key)
        case .elliptic(.p384): return .p384(key)
        case .ed25519: return .ed25519(key)
        }
    }

    /// The fields of an `ECPrivateKey`.
    private static func elliptic(_ fields: DERReader, on curve: Curve?) throws(SignatureError) -> PEMKey {
        var fields = fields
        guard fields.content(DERReader.integer) != nil, let number = fields.content(DERReader.octetString) else {
            throw .invalidKey("the structure of the elliptic key is incomplete")
        }
        var curve = curve
        if curve == nil, var parameters = fields.enter(DERReader.firstTagged) { curve = try Curve(&parameters) }
        guard let curve else { throw .invalidKey("it doesn't name its curve") }
        guard number.count <= curve.length else { throw .invalidKey("its number is too long") }
        let padded = Data(repeating: 0, count: curve.length - number.count) + number
        return curve == .p256 ? .p256(padded) : .p384(padded)
    }

    /// The label and the content of the first block with a key, and the fields of its structure.
    private static func block(of pem: String) throws(SignatureError) -> (String, Data, DERReader) {
        var rest = pem[...]
        while let begin = rest.firstRange(of: "-----BEGIN ") {
            rest = rest[begin.upperBound...]
            guard let endOfLabel = rest.firstRange(of: "-----") else { break }
            let label = String(rest[..<endOfLabel.lowerBound])
            guard let end = rest.firstRange(of: "-----END \(label)-----") else { break }
            let text = rest[endOfLabel.upperBound..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard label.hasSuffix("KEY") else { continue }
            guard !text.contains("Proc-Type:") else { throw .invalidKey("it is encrypted with a password") }
            guard let content = Data(base64Encoded: String(text), options: .ignoreUnknownCharacters) else {
                throw .invalidKey("its content isn't in Base64")
            }
            var outer = DERReader(content)
            guard let fields = outer.enter(DERReader.sequence) else { throw .invalidKey("it isn't in DER") }
            return (label, content, fields)
        }
        throw .invalidKey("there is no PEM text with a key")
    }

    enum Curve {
        case p256
        case p384

        var length: Int { self == .p256 ? 32 : 48 }

        init(_ reader: inout DERReader) throws(SignatureError) {
            switch reader.content(DERReader.objectIdentifier).map({ Array($0) }) {
            case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]: self = .p256
            case [0x2B, 0x81, 0x04, 0x00, 0x22]: self = .p384
            default: throw .invalidKey("its curve isn't supported")
            }
        }
    }

    private enum AlgorithmName {
        case rsa
        case elliptic(Curve)
        case ed25519

        init(_ reader: inout DERReader) throws(SignatureError) {
            switch reader.content(DERReader.objectIdentifier).map({ Array($0) }) {
            // rsaEncryption and id-RSASSA-PSS.
            case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01],
                [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]:
                self = .rsa
            case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]: self = .elliptic(try Curve(&reader))
            case [0x2B, 0x65, 0x70]: self = .ed25519
            default: throw .invalidKey("its algorithm isn't supported")
            }
        }
    }
}

extension PEMKey {
    private static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// Wraps a private PKCS#1 structure in PKCS#8.
    static func pkcs8(ofRSA key: Data) -> Data {
        element(DERReader.sequence, [0x02, 0x01, 0x00] + rsaAlgorithm + element(DERReader.octetString, key))
    }

    /// Wraps a private Ed25519 key in PKCS#8 (RFC 8410, section 7).
    static func pkcs8(ofEd25519 key: Data) -> Data {
        Data([0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]) + key
    }

    /// The subject public key info of a public PKCS#1 structure.
    static func publicKeyInfo(ofRSA key: Data) -> Data {
        element(DERReader.sequence, rsaAlgorithm + element(DERReader.bitString, [0] + key))
    }

    /// The subject public key info of a public Ed25519 key (RFC 8410, section 4).
    static func publicKeyInfo(ofEd25519 key: Data) -> Data {
        Data([0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]) + key
    }

    /// The text of a block, in lines of 64 characters.
    static func text(_ label: String, _ content: Data) -> String {
        let lines = content.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----"
    }

    private static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> Data {
        let digits = withUnsafeBytes(of: content.count.bigEndian) { Array($0.drop { $0 == 0 }) }
        let length = content.count < 0x80 ? [UInt8(content.count)] : [0x80 | UInt8(digits.count)] + digits
        return Data([tag] + length) + content
    }
}
#endif
