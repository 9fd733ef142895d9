#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore

extension FuzzTarget {
    /// Redacted JSON is JSON without the secret.
    static let redactJSON = FuzzTarget("redact-json") { input in
        let secret = PlantedSecret.text
        let nested = [
            "https://a.test/?token=\(secret)", "{\"password\":\"\(secret)\"}", "https://ada:\(secret)@a.test/",
            "token=\(secret)&a=b",
        ]
        let strings = nested.compactMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
        let values = [
            "\"password\":\"\(secret)\"", "\"api\\u004bey\":[\"\(secret)\"]", "\"token\":{\"a\":\"\(secret)\"}",
        ]
        let member = input.element(of: values + strings.map { "\"link\":\($0)" })
        let planted = input.element(of: ["\(member),", ",\(member)", "{\(member)}", member])
        let place = input.number(below: 65_536)
        let original = input.text
        guard let text = PlantedSecret.insert(planted, into: original, at: place) else { return }
        let redact: (String) -> String? = { text in
            Redaction.default.body(Data(text.utf8), contentType: "application/json")
                .map { String(decoding: $0, as: UTF8.self) }
        }
        _ = PlantedSecret.check(original, isIdempotent: false, redact)
        _ = PlantedSecret.check(original, isIdempotent: false) { Redaction.default.jsonMask.masked($0) }
        guard let redacted = PlantedSecret.check(text, isIdempotent: false, redact) else { return }
        require(object(text) == nil || object(redacted) != nil, "Redacted JSON is JSON: \(text.debugDescription)")
        guard let object = object(text), isHidden(object, nested) else { return }
        PlantedSecret.checkAbsence(in: redacted, of: text)
    }

    private static func object(_ text: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    /// Whether the secret is only in members with secret names, and in strings that are masked as a URL, a form or JSON.
    private static func isHidden(_ value: Any, _ nested: [String]) -> Bool {
        switch value {
        case let text as String:
            return !text.contains(PlantedSecret.text) || nested.contains(text)
        case let array as [Any]:
            return array.allSatisfy { isHidden($0, nested) }
        case let object as [String: Any]:
            return object.allSatisfy { name, value in
                !name.contains(PlantedSecret.text) && (Redaction.default.masks(name) || isHidden(value, nested))
            }
        default:
            return true
        }
    }
}
#endif
