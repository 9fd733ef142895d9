import _TalynFoundation
import _TalynSupport

// Browsers write half a surrogate pair as an escape, for a text that is cut off. That is JSON (RFC 8259, section 8.2), but no
// text, so Foundation doesn't decode it.

extension JSONNode {
    /// Reads a JSON text, in which U+FFFD takes the place of each half of a surrogate pair.
    init(replacingLoneSurrogates json: Data) throws(Failure) {
        do throws(Failure) {
            try self.init(json: json)
        } catch {
            guard let changed = json.replacingLoneSurrogates else { throw error }
            try self.init(json: changed)
        }
    }
}

extension Data {
    /// The JSON text with U+FFFD in place of each half of a surrogate pair; nil if it has only whole pairs.
    var replacingLoneSurrogates: Data? {
        var bytes = Array(self)
        /// The code unit of an escape.
        func unit(at index: Int) -> UInt16? {
            guard index + 6 <= bytes.count, bytes[index...].starts(with: "\\u".utf8) else { return nil }
            return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
        }
        var index = 0
        var isChanged = false
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let first = unit(at: index) else {
                index += 2
                continue
            }
            if UTF16.isLeadSurrogate(first), unit(at: index + 6).map({ UTF16.isTrailSurrogate($0) }) == true {
                index += 12
                continue
            }
            if UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) {
                bytes.replaceSubrange(index + 2..<index + 6, with: "fffd".utf8)
                isChanged = true
            }
            index += 6
        }
        return isChanged ? Data(bytes) : nil
    }
}
