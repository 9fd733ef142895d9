#if Valkey
import Foundation
import TalynValkey

extension EncryptionKeys.Key {
    static func test(_ id: String, byte: UInt8 = 7) -> EncryptionKeys.Key {
        do {
            return try EncryptionKeys.Key(id: id, bytes: Data(repeating: byte, count: 32))
        } catch {
            preconditionFailure(error.problem)
        }
    }
}

extension EncryptionKeys {
    static let test = EncryptionKeys(.test("2026"))
}
#endif
