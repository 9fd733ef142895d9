#if FUZZING
import Foundation

@testable import TalynCore
@testable import TalynRecordings

extension FuzzTarget {
    /// A redacted form has no secret.
    static let redactForm = FuzzTarget("redact-form") { input in
        let names = ["token", "user%5Bpassword%5D", "api+key", "a;sig"]
        let planted = "&\(input.element(of: names))=\(PlantedSecret.text)&"
        let redact: (String) -> String? = { redacted($0, "application/x-www-form-urlencoded") }
        checkPlanted(planted, &input, isIdempotent: false, redact)
    }

    /// A redacted URL has no secret, and no user information.
    static let redactURL = FuzzTarget("redact-url") { input in
        let redaction = input.element(of: [Redaction.default, .strict])
        let secret = PlantedSecret.text
        let place = input.number(below: 65_536)
        let text = input.text
        guard !text.contains(secret) else { return }
        for redact in [{ redaction.url($0) }, { redaction.urls(in: $0) }] as [(String) -> String] {
            _ = PlantedSecret.check(text, isIdempotent: false, redact)
        }
        let prefix = String(
            String.UnicodeScalarView(text.unicodeScalars.prefix(place % (text.unicodeScalars.count + 1)))
        )
        let rest = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
        let separator = prefix.unicodeScalars.contains { $0 == "?" || $0 == "#" } ? "&" : "?"
        let withParameter = "\(prefix)\(separator)token=\(secret)&\(rest)"
        PlantedSecret.checkAbsence(in: redaction.url(withParameter), of: withParameter)
        let withUser = "https://ada:\(secret)@\(text)"
        PlantedSecret.checkAbsence(in: redaction.url(withUser), of: withUser)
    }

    /// Redacted text and YAML have no secret, neither in a log nor in a recording.
    static let redactText = FuzzTarget("redact-text") { input in
        let type = input.element(of: ["text/plain", "application/yaml", ""])
        let lines = ["password: ", "API key = ", "  token=", "\"secret\": \"", "password: |\n  "]
        let planted = "\n\(input.element(of: lines))\(PlantedSecret.text)\n"
        var copy = input
        checkPlanted(planted, &input, isIdempotent: false) { redacted($0, type) }
        checkPlanted(planted, &copy, isIdempotent: false) { TextMask(.default).mask($0).text }
    }

    /// Checks the redaction of a text, and of the text with a secret at a place that the input chooses.
    private static func checkPlanted(
        _ planted: String,
        _ input: inout FuzzInput,
        isIdempotent: Bool = true,
        _ redact: (String) -> String?
    ) {
        let place = input.number(below: 65_536)
        let original = input.text
        _ = PlantedSecret.check(original, isIdempotent: isIdempotent, redact)
        guard let text = PlantedSecret.insert(planted, into: original, at: place),
            let redacted = PlantedSecret.check(text, isIdempotent: isIdempotent, redact)
        else { return }
        PlantedSecret.checkAbsence(in: redacted, of: text)
    }

    private static func redacted(_ text: String, _ contentType: String) -> String? {
        Redaction.default.body(Data(text.utf8), contentType: contentType).map { String(decoding: $0, as: UTF8.self) }
    }
}
#endif
