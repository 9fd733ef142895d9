public import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// The rules for masking secrets in logs, `curl` commands, error descriptions and recordings.
///
/// Names identify secrets: names of header fields, query parameters, form fields and JSON members. The comparison
/// ignores case, `-` and `_`, so that `access_token`, `Access-Token` and `accessToken` are equal. A name that ends with
/// a secret name is secret, too, such as `userPassword` or `X-Vault-Token`. User information in URLs is removed.
///
/// ```swift
/// let redaction = Redaction(masking: ["iban", "X-Customer"], showing: ["next_page_token"])
/// ```
///
/// The values are masked in header fields, URLs, forms and JSON. A URL, a form or JSON in the value of a harmless name is
/// searched, too. Of other text that names a secret, such as `password: X`, only the length is shown. Recordings mask more.
///
/// Secrets with harmless names or in paths are not recognized: add their names, or don't log them.
public struct Redaction: Sendable, Hashable {
    /// Additional secret names.
    var maskedNames: Set<String> { didSet { masked = Set(maskedNames.map(Self.normalized)) } }

    /// Names to show although they look secret. ``maskedNames`` wins.
    var shownNames: Set<String> { didSet { shown = Set(shownNames.map(Self.normalized)) } }

    /// Whether the values of all query parameters are masked.
    var masksEveryQueryValue: Bool

    /// Whether nothing is masked, as with ``none``.
    public let isOff: Bool

    /// The number of JSON texts around the values to mask.
    var depth = 0

    /// Values to mask wherever they stand, whatever their names: see ``masking(secretsOf:in:)``.
    var secrets: [[UInt8]] = []

    private var masked: Set<String>
    private var shown: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - maskedNames: Additional secret names.
    ///   - shownNames: Names to show although they look secret.
    ///   - masksEveryQueryValue: Whether the values of all query parameters are masked.
    public init(
        masking maskedNames: Set<String> = [],
        showing shownNames: Set<String> = [],
        masksEveryQueryValue: Bool = false
    ) {
        self.init(maskedNames, shownNames, masksEveryQueryValue: masksEveryQueryValue, isOff: false)
    }

    private init(_ masked: Set<String>, _ shown: Set<String>, masksEveryQueryValue: Bool, isOff: Bool) {
        maskedNames = masked
        shownNames = shown
        self.masksEveryQueryValue = masksEveryQueryValue
        self.isOff = isOff
        self.masked = Set(masked.map(Self.normalized))
        self.shown = Set(shown.map(Self.normalized))
    }

    /// Masks known secrets.
    public static let `default` = Redaction()

    /// Masks known secrets and all query values, as in error descriptions.
    public static let strict = Redaction(masksEveryQueryValue: true)

    /// Masks nothing.
    public static let none = Redaction([], [], masksEveryQueryValue: false, isOff: true)

    /// The text in place of a secret.
    public static let mask = "…"

    /// The redaction with more secret names. One that masks nothing stays so.
    public func masking(_ names: Set<String>) -> Redaction {
        guard !isOff, !names.isEmpty else { return self }
        var redaction = self
        redaction.maskedNames.formUnion(names)
        return redaction
    }

    /// Whether the value of a header field, a cookie or a member of a body is masked.
    ///
    /// - Parameter name: The name. One such as `user[password]` or `card.number` is masked if one of its parts is, or all parts together.
    public func masks(_ name: String) -> Bool {
        masks(name, besides: [])
    }

    /// Whether the value of a parameter in a query or a form is masked, because of its name.
    ///
    /// These are the names for which ``masks(_:)`` is true and some that are too common elsewhere, such as `code`.
    public func masksParameter(_ name: String) -> Bool {
        masks(name, besides: Self.secretParameters)
    }

    /// Names that are secret for parameters only. Elsewhere they are too common.
    private static let secretParameters: Set<String> = ["code", "key", "sig"]

    /// Whether the value is masked, with additional secret names.
    private func masks(_ name: String, besides names: Set<String>) -> Bool {
        guard !isOff else { return false }
        guard ASCIISet.nestedName.intersects(name.utf8) else {
            let name = Self.normalized(name)
            return masked.contains(name) || isSecret(name, besides: names)
        }
        // A nested name is secret if one of its parts is, as in `user[password]`, or its parts together, as in `card[number]`.
        let parts = name.split(whereSeparator: { "[].".contains($0) }).map { Self.normalized(String($0)) }
        let whole = parts.joined()
        if masked.contains(whole) || parts.contains(where: masked.contains) { return true }
        if shown.contains(whole) { return false }
        return parts.contains { isSecret($0, besides: names) } || isSecret(whole, besides: names)
    }

    private func isSecret(_ name: String, besides names: Set<String>) -> Bool {
        !shown.contains(name) && (names.contains(name) || Self.isSecret(name))
    }

    private static func isSecret(_ name: String) -> Bool {
        if secretNames.contains(name) { return true }
        // Repeated passwords are named `password1` and `password2`.
        let unnumbered = name.last?.isNumber == true ? String(name.reversed().drop { $0.isNumber }.reversed()) : name
        guard let last = unnumbered.utf8.last, let endings = secretEndings[last] else { return false }
        return endings.contains { unnumbered.hasSuffix($0) }
    }

    /// Normalizes a name: letters and digits in lower case.
    private static func normalized(_ name: String) -> String {
        let bytes = name.utf8
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            return name.inPlainLetters.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        return String(unsafeUninitializedCapacity: bytes.count) { buffer in
            var count = 0
            for byte in bytes where ASCIISet.alphanumeric.contains(byte) {
                // Sets the bit of lower case letters, which digits have, too.
                buffer[count] = byte | 0x20
                count += 1
            }
            return count
        }
    }
}

extension String {
    /// The text with ASCII in place of letters and digits of full width, which JSON and forms of East Asian systems have, and of
    /// mathematical letters. They read like the plain ones.
    var inPlainLetters: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var result = ""
        for scalar in unicodeScalars { result.unicodeScalars.append(Self.plain(scalar) ?? scalar) }
        return result
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0)
        // Alphabets of 26 capital and 26 small letters each.
        case 0x1D400...0x1D6A3:
            let index = (scalar.value - 0x1D400) % 52
            return Unicode.Scalar(index < 26 ? 0x41 + index : 0x61 + index - 26)
        case 0x1D7CE...0x1D7FF: return Unicode.Scalar(0x30 + (scalar.value - 0x1D7CE) % 10)
        case 0x24B6...0x24CF: return Unicode.Scalar(0x41 + scalar.value - 0x24B6)
        case 0x24D0...0x24E9: return Unicode.Scalar(0x61 + scalar.value - 0x24D0)
        default: return nil
        }
    }
}

extension ASCIISet {
    /// The characters between the parts of a nested name.
    fileprivate static let nestedName = ASCIISet("[].")

    fileprivate static let alphanumeric = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
}

extension Redaction {
    /// The endings of secret names, apart from numbers, by their last byte.
    private static let secretEndings = Dictionary(
        grouping: [
            "accesskey", "accountkey", "apikey", "apikeys", "applicationkey", "assertion", "authcode", "authkey",
            "authorization", "authorizationcode", "bearer", "cardnumber", "cookie", "cookies", "credential",
            "credentials", "csrf", "cvc", "cvv", "encryptionkey", "jwt", "magiclink", "masterkey", "mfacode", "otp",
            "otpcode", "passcode", "passphrase", "passwd", "password", "passwordconfirmation", "passwords",
            "privatekey", "pw", "pwd", "recoverycode", "resetcode", "secret", "secretkey", "secrets", "sessid",
            "session", "sessionid", "sessionkey", "signature", "signingkey", "ssn", "subscriptionkey", "token",
            "tokenhint", "tokenvalue", "verificationcode", "xsrf",
        ] as [String]
    ) { $0.utf8.last ?? 0 }

    /// Secret names that don't count as endings.
    private static let secretNames: Set<String> = [
        "auth", "awsaccesskeyid", "codeverifier", "devicecode", "dpop", "pass", "pin", "samlrequest", "samlresponse",
        "sid", "sig", "ticket", "tokens", "xauth", "xfunctionskey",
    ]
}

extension Redaction {
    /// Masks the value of a secret header field. In other values, masks the secrets of URLs, forms and JSON.
    ///
    /// For `Authorization`, common schemes are shown: `Bearer …`.
    public func value(_ value: String, ofHeaderField name: String) -> String {
        guard !isOff else { return value }
        guard masks(name) else { return text(value) }
        let words = value.split(separator: " ", maxSplits: 1)
        if words.count == 2, Self.schemes.contains(words[0].lowercased()) { return "\(words[0]) \(Self.mask)" }
        return Self.mask
    }

    /// Masks the value of a secret parameter of a query or a form. In other values, masks the secrets of URLs, forms and JSON.
    ///
    /// - Parameters:
    ///   - value: The value, without escapes.
    ///   - name: The name of the parameter.
    public func value(_ value: String, ofParameter name: String) -> String {
        masksEveryQueryValue || masksParameter(name) ? Self.mask : text(value)
    }

    /// Masks the secrets of header fields. Keeps their order.
    public func headerFields(_ fields: HTTPFields) -> HTTPFields {
        guard !isOff else { return fields }
        var result = HTTPFields()
        for field in fields {
            let value = value(field.value, ofHeaderField: field.name.rawName)
            result.append(HTTPField(name: field.name, value: value))
        }
        return result
    }

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "negotiate"]
}
