public import _TalynFoundation

extension String {
    /// Creates a string; nil for invalid UTF-8.
    public init?(validatingUTF8Bytes data: Data) {
        self.init(decoding: data, as: UTF8.self)
        // Invalid bytes became another character.
        let isValid = data.withUnsafeBytes { utf8.elementsEqual($0) }
        guard isValid else { return nil }
    }
}
