#if Valkey
import Foundation
import Testing

@testable import TalynValkey

struct EncryptionKeysTests {
    private let value = Data("secret".utf8)

    @Test func decryptsWhatItEncrypted() throws {
        let sealed = try EncryptionKeys.test.encrypt(value, for: "a")
        #expect(try EncryptionKeys.test.decrypt(sealed, from: "a") == value)
        #expect(try EncryptionKeys.test.encrypt(value, for: "a") != sealed)
        #expect(sealed.range(of: value) == nil)
    }

    @Test func readsValuesOfPreviousKeys() throws {
        let old = EncryptionKeys.Key.test("old", byte: 1)
        let new = EncryptionKeys.Key.test("new", byte: 2)
        let sealed = try EncryptionKeys(old).encrypt(value, for: "a")
        #expect(try EncryptionKeys(new, previous: [old]).decrypt(sealed, from: "a") == value)
        #expect(throws: EncryptionKeys.Failure.unknownKey("old")) { try EncryptionKeys(new).decrypt(sealed, from: "a") }
    }

    @Test func refusesValuesThatWereMovedOrChanged() throws {
        let sealed = try EncryptionKeys.test.encrypt(value, for: "a")
        #expect(throws: EncryptionKeys.Failure.integrity) { try EncryptionKeys.test.decrypt(sealed, from: "b") }
        #expect(throws: EncryptionKeys.Failure.integrity) {
            try EncryptionKeys(.test("2026", byte: 9)).decrypt(sealed, from: "a")
        }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: EncryptionKeys.Failure.self) { try EncryptionKeys.test.decrypt(changed, from: "a") }
            #expect(throws: EncryptionKeys.Failure.self) {
                try EncryptionKeys.test.decrypt(sealed.prefix(index), from: "a")
            }
        }
    }

    @Test func refusesKeysOfAnotherLength() {
        #expect(throws: EncryptionKeyError.self) { try EncryptionKeys.Key(id: "a", bytes: Data(count: 16)) }
        #expect(throws: EncryptionKeyError.self) { try EncryptionKeys.Key(id: "", bytes: Data(count: 32)) }
        #expect(throws: EncryptionKeyError.self) { try EncryptionKeys.Key(id: "a b", bytes: Data(count: 32)) }
    }

    @Test func reflectionShowsNoKey() {
        var text = ""
        dump(EncryptionKeys(.test("new"), previous: [.test("old")]), to: &text)
        #expect(text.contains("old"))
        #expect(!text.contains("7, 7"))
        #expect(!text.contains("SymmetricKey"))
    }
}
#endif
