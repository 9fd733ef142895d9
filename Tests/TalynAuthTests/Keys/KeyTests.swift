import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TalynCore
import Testing

@testable import TalynAuth

@Suite("Keys")
struct KeyTests {
    @Test("reads each form of PEM, and writes PKCS#8 that is the same key", arguments: KeyCase.all)
    func readsEachFormOfPEM(_ test: KeyCase) throws {
        let key = try SigningKey(pemRepresentation: test.privatePEM)
        let again = try SigningKey(pemRepresentation: try #require(key.pemRepresentation))
        #expect(again.pemRepresentation == key.pemRepresentation)
        #expect(key.pemRepresentation?.hasPrefix("-----BEGIN PRIVATE KEY-----\n") == true)
        let publicKey = try VerificationKey(pemRepresentation: test.publicPEM)
        #expect(publicKey.pemRepresentation == key.verificationKey.pemRepresentation)
        #expect(publicKey.jsonWebKey == key.verificationKey.jsonWebKey)
    }

    @Test("signs what its public key verifies, and nothing else", arguments: KeyCase.all)
    func signsAndVerifies(_ test: KeyCase) throws {
        let key = try SigningKey(pemRepresentation: test.privatePEM)
        let publicKey = try VerificationKey(pemRepresentation: test.publicPEM)
        for algorithm in test.algorithms {
            let signature = try key.signature(of: Data("message".utf8), using: algorithm)
            #expect(try publicKey.isValidSignature(signature, of: Data("message".utf8), using: algorithm))
            #expect(try !publicKey.isValidSignature(signature, of: Data("massage".utf8), using: algorithm))
            #expect(
                try !publicKey.isValidSignature(Data(signature.reversed()), of: Data("message".utf8), using: algorithm)
            )
            #expect(try !publicKey.isValidSignature(Data(), of: Data("message".utf8), using: algorithm))
        }
    }

    @Test("a shared secret signs by HMAC (RFC 4231, test case 2)")
    func sharedSecretSignsByHMAC() throws {
        let key = try SigningKey(secret: Data("Jefe".utf8))
        let signature = try key.signature(of: Data("what do ya want for nothing?".utf8), using: .hmacSHA256)
        #expect(signature.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let data = Data("what do ya want for nothing?".utf8)
        #expect(try key.verificationKey.isValidSignature(signature, of: data, using: .hmacSHA256))
        #expect(
            try !VerificationKey(secret: Data("jefe".utf8)).isValidSignature(signature, of: data, using: .hmacSHA256)
        )
        #expect(key.pemRepresentation == nil)
        #expect(key.verificationKey.jsonWebKey == nil)
    }

    @Test("an Ed25519 signature is the one of RFC 8032, section 7.1, test 3")
    func signatureOfEd25519() throws {
        let seed = Data([
            0xC5, 0xAA, 0x8D, 0xF4, 0x3F, 0x9F, 0x83, 0x7B, 0xED, 0xB7, 0x44, 0x2F, 0x31, 0xDC, 0xB7, 0xB1, 0x66, 0xD3,
            0x85,
            0x35, 0x07, 0x6F, 0x09, 0x4B, 0x85, 0xCE, 0x3A, 0x2E, 0x0B, 0x44, 0x58, 0xF7,
        ])
        let key = try SigningKey(pemRepresentation: PEMKey.text("PRIVATE KEY", PEMKey.pkcs8(ofEd25519: seed)))
        let signature = try key.signature(of: Data([0xAF, 0x82]), using: .ed25519)
        #expect(try key.verificationKey.isValidSignature(signature, of: Data([0xAF, 0x82]), using: .ed25519))
        #expect(
            key.verificationKey.jsonWebKey?["x"]
                == Data([
                    0xFC, 0x51, 0xCD, 0x8E, 0x62, 0x18, 0xA1, 0xA3, 0x8D, 0xA4, 0x7E, 0xD0, 0x02, 0x30, 0xF0, 0x58,
                    0x08,
                    0x16, 0xED, 0x13, 0xBA, 0x33, 0x03, 0xAC, 0x5D, 0xEB, 0x91, 0x15, 0x48, 0x90, 0x80, 0x25,
                ]).base64URL
        )
    }

    @Test("an algorithm refuses a key of another type, and names both")
    func algorithmRefusesOtherKeys() throws {
        let error = #expect(throws: SignatureError.self) {
            _ = try SigningKey.p256().signature(of: Data(), using: .ed25519)
        }
        #expect(error?.reason == .invalidKey)
        #expect(
            error?.description
                == """
                The key is a key of the curve P-256, but the algorithm EdDSA needs an Ed25519 key. \
                Use another key, or an algorithm for this one.
                """
        )
        // A public key must never count as a shared secret.
        #expect(throws: SignatureError.self) {
            _ = try SigningKey.p256().verificationKey.isValidSignature(Data(), of: Data(), using: .hmacSHA256)
        }
    }

    @Test("damaged, encrypted and empty keys are refused", arguments: KeyCase.damaged)
    func damagedKeysAreRefused(_ pem: String) throws {
        let error = #expect(throws: SignatureError.self) { _ = try SigningKey(pemRepresentation: pem) }
        #expect(error?.reason == .invalidKey)
        #expect(throws: SignatureError.self) { _ = try VerificationKey(pemRepresentation: pem) }
    }

    @Test("each prefix of a key is refused without a trap")
    func prefixesAreRefused() throws {
        for test in KeyCase.all where !test.privatePEM.contains("PARAMETERS") {
            let (begin, end) = (
                test.privatePEM.split(separator: "\n").first ?? "", test.privatePEM.split(separator: "\n").last ?? ""
            )
            let lines = test.privatePEM.split(separator: "\n").dropFirst().dropLast().joined()
            let content = try #require(Data(base64Encoded: String(lines)))
            for count in stride(from: 0, to: content.count, by: 7) {
                let pem = "\(begin)\n\(content.prefix(count).base64EncodedString())\n\(end)"
                #expect(throws: SignatureError.self) { _ = try SigningKey(pemRepresentation: pem) }
            }
        }
    }

    @Test("no text shows a key")
    func noTextShowsKey() throws {
        let secret = try SigningKey(secret: Data("very secret".utf8))
        for key in [secret, .p256(), .ed25519(), try SigningKey(pemRepresentation: ExampleKeys.pssPrivate)] {
            var dumped = ""
            dump(key, to: &dumped)
            dump(key.verificationKey, to: &dumped)
            dumped += "\(key) \(String(reflecting: key)) \(key.verificationKey)"
            #expect(!dumped.contains("secret\""))
            #expect(!dumped.contains("bytes"))
            #expect(!dumped.contains("der"))
        }
        #expect("\(secret)" == "SigningKey(a shared secret)")
        #expect("\(SigningKey.p256().verificationKey)" == "VerificationKey(a key of the curve P-256)")
    }

    @Test("the public key has the members of a JSON web key, and its thumbprint (RFC 8037, appendix A)")
    func publicKeyHasJSONWebKey() throws {
        let members = try VerificationKey(pemRepresentation: ExampleKeys.p256Public).jsonWebKey
        #expect(
            members == [
                "kty": "EC", "crv": "P-256", "x": "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
                "y": "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
            ]
        )
        let rsa = try VerificationKey(pemRepresentation: ExampleKeys.rsaPublic).jsonWebKey
        #expect(rsa?["e"] == "AQAB")
        #expect(
            rsa?["n"]?.hasPrefix("hAKYdtoeoy8zcAcR874L8cnZxKzAGwd7v36APp7Pv6Q2jdsPBRrwWEBnez6d0UDKDwGbc6nx") == true
        )
        let key = try VerificationKey(
            PEMKey.ed25519(try #require(Data(base64Encoded: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")))
        )
        #expect(key.jsonWebKeyThumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }
}

/// A key pair, and the algorithms for it.
struct KeyCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let privatePEM: String
    let publicPEM: String
    let algorithms: [SignatureAlgorithm]

    static let all = [
        KeyCase(
            testDescription: "RSA, PKCS#1",
            privatePEM: ExampleKeys.rsaPrivate,
            publicPEM: ExampleKeys.rsaPublic,
            algorithms: [.rsaPSSSHA256, .rsaPSSSHA512, .rsaV15SHA256]
        ),
        KeyCase(
            testDescription: "RSA-PSS, PKCS#8",
            privatePEM: ExampleKeys.pssPrivate,
            publicPEM: ExampleKeys.pssPublic,
            algorithms: [.rsaPSSSHA512]
        ),
        KeyCase(
            testDescription: "P-256, SEC 1",
            privatePEM: ExampleKeys.p256Private,
            publicPEM: ExampleKeys.p256Public,
            algorithms: [.ecdsaP256SHA256]
        ),
        KeyCase(
            testDescription: "P-384, PKCS#8",
            privatePEM: """
                -----BEGIN PRIVATE KEY-----
                MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAkFeIa5ufghEcXD/CQ
                6mQYK0DDlCFxd43suCsp6wD8KIJxaOvzGe4BmCADo9Xj/eWhZANiAAS966nkA0EW
                aIrGpvGTqovv3kz/SiX6I93haxtVe3ecjAokLb+eM6kamXjhaX3C0z8fuK0k/gC0
                sORi6vU+KipfI4PXLrEHzDCPFp5PRXLOw9Aqj5wTcSXoxZOrxew8dVo=
                -----END PRIVATE KEY-----
                """,
            publicPEM: """
                -----BEGIN PUBLIC KEY-----
                MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEveup5ANBFmiKxqbxk6qL795M/0ol+iPd
                4WsbVXt3nIwKJC2/njOpGpl44Wl9wtM/H7itJP4AtLDkYur1PioqXyOD1y6xB8ww
                jxaeT0VyzsPQKo+cE3El6MWTq8XsPHVa
                -----END PUBLIC KEY-----
                """,
            algorithms: [.ecdsaP384SHA384]
        ),
        KeyCase(
            testDescription: "P-384, SEC 1 behind its parameters",
            privatePEM: """
                -----BEGIN EC PARAMETERS-----
                BgUrgQQAIg==
                -----END EC PARAMETERS-----
                -----BEGIN EC PRIVATE KEY-----
                MIGkAgEBBDAkFeIa5ufghEcXD/CQ6mQYK0DDlCFxd43suCsp6wD8KIJxaOvzGe4B
                mCADo9Xj/eWgBwYFK4EEACKhZANiAAS966nkA0EWaIrGpvGTqovv3kz/SiX6I93h
                axtVe3ecjAokLb+eM6kamXjhaX3C0z8fuK0k/gC0sORi6vU+KipfI4PXLrEHzDCP
                Fp5PRXLOw9Aqj5wTcSXoxZOrxew8dVo=
                -----END EC PRIVATE KEY-----
                """,
            publicPEM: """
                -----BEGIN PUBLIC KEY-----
                MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEveup5ANBFmiKxqbxk6qL795M/0ol+iPd
                4WsbVXt3nIwKJC2/njOpGpl44Wl9wtM/H7itJP4AtLDkYur1PioqXyOD1y6xB8ww
                jxaeT0VyzsPQKo+cE3El6MWTq8XsPHVa
                -----END PUBLIC KEY-----
                """,
            algorithms: [.ecdsaP384SHA384]
        ),
        KeyCase(
            testDescription: "Ed25519",
            privatePEM: ExampleKeys.ed25519Private,
            publicPEM: ExampleKeys.ed25519Public,
            algorithms: [.ed25519]
        ),
    ]

    static let damaged = [
        "", "no key", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n%\n-----END PRIVATE KEY-----",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMAA=\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----",
        "-----BEGIN DSA PRIVATE KEY-----\nMAA=\n-----END DSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nMAA=\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----",
        // A key of the curve secp256k1.
        "-----BEGIN PRIVATE KEY-----\n"
            + "MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgwPMz27wsPag1VU8G0NJE"
            + "9crIhPxUOlH3HDKP0ewL0YOhRANCAAQQpmVK8Te+W2OQ7Ifqs+jBywE82AIeIylp"
            + "bLJ8dYx63pNbruFwDSBJDV7BohsMVNoblaE/gjIwAyjWsTseQ1Qr"
            + "\n-----END PRIVATE KEY-----",
        // An RSA key of 1024 bits.
        "-----BEGIN PRIVATE KEY-----\n"
            + "MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBAMs0McyfLlk4AYKe"
            + "N1S4hFe9WdmwNxPE26RvjhSPRtdcMeNkEAlr/rfuk8NV3K3tbeGfWBLqrSert6H6"
            + "5vtHisf68abLl32+1NXHOPA72lfdGQnstZl2aO3LToTGGlDTmX5cPrbBgRE1GaU+"
            + "y80kcDMrbDS/0ebmInbQpFC6ruQpAgMBAAECgYBDdBkP3sto7HF75X9ijTnJUl7Q"
            + "J3GxC0kKBcn5QzJ17PHWlPHJ3uKYNgcw8YCm78jo+5cl+GbwY0065OnmAfKsJgb6"
            + "d16hXJMS0d9EOEBosSAwC0N7ubGmVcp3P+0JfuKZhIxIcz9uPi0y0iG5yoc3+1Wy"
            + "3VIhcj/8mx5AwxCUMQJBAPKtdacqxqDfR+l4FcQ10BDr4EULkf1+eqfZc0eU7zgK"
            + "rD80uELoqVwU8uxScFy3DNukjPhPphGO1L5pRcrugP0CQQDWW/rX5mrBgmHDOoP7"
            + "iUQa6d/qP+8xrusIDafmkKlIqsmCfPw6msnl/htaq2X6sxVcLLwvDOBGOKMtFeT4"
            + "m72dAkATUmBFuRArituM6TTCdI5maoFmve8XwdQ+PQACuQb67U6dkbMCEMg7PqfA"
            + "zSeJGkH50vYuZxkP2NFzf6pA6BB5AkAtyphbZq2HiQK5Ydav9TLHTQ64S9AdHPC4"
            + "V7J2XpDLJTDG30xCeK6Ioy/UvqiaVYdKmYPZyTZfydmR2AuB0ENBAkAWDLYWzkMq"
            + "DV7xAsR6WdoXCOG7egkPb1p+XZvlkkJvqMUsfqG6GuEa/JjEEZ7/ZFCjtgZnrpZH"
            + "rrbHJjeRKKEs"
            + "\n-----END PRIVATE KEY-----",
    ]
}
#endif
