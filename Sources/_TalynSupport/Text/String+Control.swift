extension Unicode.Scalar {
    /// Whether the character controls a terminal or a compiler, or changes the order of others.
    ///
    /// These are the control and formatting characters of Unicode, except the joiners and variation selectors inside words and emoji.
    public var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }
}

extension String {
    /// The text with a space in place of each control character.
    public var withoutControlCharacters: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.isControl ? " " : scalar) }
        return String(scalars)
    }
}
