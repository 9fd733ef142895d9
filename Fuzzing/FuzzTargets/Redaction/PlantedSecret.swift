#if FUZZING
import Foundation

@testable import TalynCore

/// A secret that the fuzzer plants in a text. It must not be in the redacted text.
enum PlantedSecret {
    static let text = "planted-6f1c8e"

    /// The text with another one at a place that the input chooses. Nil if the secret is in the text already.
    static func insert(_ planted: String, into text: String, at place: Int) -> String? {
        guard !text.contains(self.text) else { return nil }
        let scalars = text.unicodeScalars
        let index = scalars.index(scalars.startIndex, offsetBy: place % (scalars.count + 1))
        return String(scalars[..<index]) + planted + String(scalars[index...])
    }

    /// Checks that a redaction is idempotent, and that its result is limited.
    ///
    /// - Parameters:
    ///   - text: The text to redact.
    ///   - isIdempotent: Whether a second redaction must change nothing. In forms and URLs the mask isn't percent-encoded, so
    ///     the redacted text has no format any more.
    ///   - redact: The redaction; nil for a text with another format.
    static func check(_ text: String, isIdempotent: Bool = true, _ redact: (String) -> String?) -> String? {
        guard let redacted = redact(text) else { return nil }
        require(redacted.utf8.count <= 6 * text.utf8.count + 64, "A redacted text is little longer: \(text)")
        guard isIdempotent else { return redacted }
        guard let again = redact(redacted) else {
            fatalError("Violated property: A redacted text has the same format: \(text.debugDescription)")
        }
        requireEqual(again, redacted, "A redaction is idempotent: \(text.debugDescription)")
        return redacted
    }

    /// Checks that the secret isn't in a text.
    static func checkAbsence(in redacted: String, of text: String) {
        require(
            !redacted.contains(self.text),
            "No secret survives: \(text.debugDescription)\n  \(redacted.debugDescription)"
        )
    }
}
#endif
