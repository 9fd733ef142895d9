#if FUZZING
import Foundation

@testable import TalynCore
@testable import TalynRecordings

extension FuzzTarget {
    /// A text in a format that isn't read has no secret that it names, neither in a log nor in a recording.
    static let redactUnread = FuzzTarget("redact-unread") { input in
        let secret = PlantedSecret.text
        let (type, planted) = input.element(of: [
            ("application/xml", "<password>\(secret)</password>"),
            ("text/xml", "<ns:token><![CDATA[\(secret)]]></ns:token>"),
            ("application/xml", "<a api-key='\(secret)'/>"), ("text/xml", "<secret><b>\(secret)</b></secret>"),
            ("text/html", "<input name=\"csrf_token\" value=\"\(secret)\">"),
            ("text/html", "<META CONTENT=\"\(secret)\" NAME=csrf-token>"),
            ("text/html", " type=password value=\(secret) "),
            ("text/csv", "\nid,password\n1,\(secret)\n"), ("text/tab-separated-values", "\"API key\"\t\"\(secret)\"\n"),
            ("application/graphql", " a(password: \"\(secret)\") "),
            ("application/graphql", " $token: String = \"\(secret)\" "),
            ("application/graphql", " b(pin: [{a: \"\(secret)\"}]) "),
        ])
        let place = input.number(below: 65_536)
        let original = input.text
        let recording = BodyRedaction(redaction: .default, secrets: Secrets())
        _ = PlantedSecret.check(original, isIdempotent: false) { recording.text($0, contentType: type) }
        guard let text = PlantedSecret.insert(" \(planted) ", into: original, at: place) else { return }
        PlantedSecret.checkAbsence(in: recording.text(text, contentType: type), of: text)
        require(Redaction.default.body(Data(text.utf8), contentType: type) == nil, "Only the length is shown: \(text)")
    }
}
#endif
