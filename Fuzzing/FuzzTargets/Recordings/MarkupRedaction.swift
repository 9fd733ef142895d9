#if FUZZING
import Foundation

@testable import TalynCore
@testable import TalynRecordings

#if canImport(FoundationXML)
import FoundationXML
#endif

extension FuzzTarget {
    /// Redacted XML is XML without the secret.
    static let redactXML = FuzzTarget("redact-xml") { input in
        let secret = PlantedSecret.text
        let elements = [
            "<password>\(secret)</password>", "<ns:token><![CDATA[\(secret)]]></ns:token>", "<a api-key='\(secret)'/>",
            "<secret><b>\(secret)</b></secret>", " token=\"\(secret)\" ",
        ]
        let planted = input.element(of: elements)
        let place = input.number(below: 65_536)
        let original = input.text
        let redact: (String) -> String? = { XMLMask(.default).mask($0).text }
        // Two masks without a tag between them are one text the next time.
        _ = PlantedSecret.check(original, isIdempotent: false, redact)
        guard let text = PlantedSecret.insert(planted, into: original, at: place),
            let redacted = PlantedSecret.check(text, isIdempotent: false, redact)
        else { return }
        let document = XMLSecrets(text)
        guard document.isValid else { return }
        require(XMLSecrets(redacted).isValid, "Redacted XML is XML: \(text.debugDescription)\n  \(redacted)")
        if document.isHidden { PlantedSecret.checkAbsence(in: redacted, of: text) }
    }

    /// Redacted HTML has no secret in a tag.
    static let redactHTML = FuzzTarget("redact-html") { input in
        let secret = PlantedSecret.text
        let elements = [
            "<input name=\"csrf_token\" value=\"\(secret)\">", "<input type=password value='\(secret)'>",
            "<p data-token=\(secret) >", "<META CONTENT=\"\(secret)\" NAME=csrf-token>",
        ]
        let planted = input.element(of: elements)
        let place = input.number(below: 65_536)
        let original = input.text
        let redact: (String) -> String? = { HTMLMask(.default).mask($0).text }
        _ = PlantedSecret.check(original, redact)
        guard let text = PlantedSecret.insert(planted, into: original, at: place),
            let redacted = PlantedSecret.check(text, redact)
        else { return }
        // The secret may be in a comment, or in an attribute of another tag.
        let before = text.range(of: planted, options: .literal).map { text[..<$0.lowerBound] } ?? ""
        if !before.unicodeScalars.contains("<") { PlantedSecret.checkAbsence(in: redacted, of: text) }
    }
}

/// The places of the planted secret in a document, by an independent parser.
private final class XMLSecrets: NSObject, XMLParserDelegate {
    private(set) var isValid = false
    /// Whether the secret is only in secret elements and attributes.
    private(set) var isHidden = true

    private var names: [String] = []
    private var isSecret: Bool { names.contains { Redaction.default.masks(Self.localName($0)) } }
    private var hasElements = false
    private var hasError = false

    init(_ text: String) {
        super.init()
        // Foundation's parser on Linux traps on a processing instruction without data.
        let body = text.hasPrefix("<?xml ") ? text.dropFirst(2) : text[...]
        guard !body.contains("<?") else { return }
        let parser = XMLParser(data: Data(text.utf8))
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        isValid = parser.parse() && parser.parserError == nil && !hasError && hasElements && names.isEmpty
        // A document type may define the secret as an entity.
        if text.contains("<!DOCTYPE") { isHidden = false }
    }

    private static func localName(_ name: String) -> String { name.split(separator: ":").last.map { String($0) } ?? "" }

    private func check(_ text: String, isSecret: Bool) {
        if text.contains(PlantedSecret.text), !isSecret { isHidden = false }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        hasElements = true
        names.append(name)
        for (name, value) in attributes { check(value, isSecret: Redaction.default.masks(Self.localName(name))) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        _ = names.popLast()
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { hasError = true }

    func parser(_ parser: XMLParser, foundCharacters string: String) { check(string, isSecret: isSecret) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        check(String(decoding: block, as: UTF8.self), isSecret: isSecret)
    }

    func parser(_ parser: XMLParser, foundComment comment: String) { check(comment, isSecret: false) }

    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        check(target + (data ?? ""), isSecret: false)
    }
}
#endif
