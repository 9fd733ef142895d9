#if Macros
extension Problems {
    /// The name of a header field, if the expression is one.
    mutating func fieldName(_ expression: ExprSyntax) -> String? {
        guard let literal = expression.literal, let name = literal.text else {
            note("fieldNameIsNoLiteral", "the name of a header field has to be a string literal", at: expression)
            return nil
        }
        if name.isToken { return name }
        let scalars = name.unicodeScalars
        let wrong = scalars.firstIndex { !String($0).isToken }
        let mended = String(String.UnicodeScalarView(scalars.map { String($0).isToken ? $0 : "-" }))
        note(
            "invalidFieldName",
            wrong.map { "the name of a header field can't have the character \(scalars[$0].debugDescription)" }
                ?? "a header field has a name",
            at: expression,
            position: wrong.map { literal.position(ofByte: name.utf8.distance(from: name.startIndex, to: $0)) },
            fixIts: (mended.isEmpty ? nil : literal.replacing(text: mended))
                .map { [.rewrite("write '\(mended)'", expression, as: $0)] } ?? []
        )
        return nil
    }

    /// Notes a value that no header field can have (RFC 9110, section 5.5).
    mutating func checkFieldValue(_ expression: ExprSyntax) {
        guard let literal = expression.literal, let text = literal.text else { return }
        let scalars = text.unicodeScalars
        let spaces: Set<Unicode.Scalar?> = [" ", "\t"]
        let ends = spaces.contains(scalars.first) || spaces.contains(scalars.last)
        let control = scalars.firstIndex { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }
        guard ends || control != nil else { return }
        note(
            "invalidFieldValue",
            "the value of a header field has neither line breaks nor control characters, nor spaces at its ends",
            at: expression,
            position: control.map { literal.position(ofByte: text.utf8.distance(from: text.startIndex, to: $0)) }
        )
    }
}
#endif
