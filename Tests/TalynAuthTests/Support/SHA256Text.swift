#if Crypto
import Foundation
import TalynCore

import Crypto

/// SHA-256 in hexadecimal digits.
enum SHA256Text {
    static func of(_ data: Data) -> String { SHA256.hash(data: data).hexadecimal }
}
#endif
