import Foundation
import TestSupport
import Testing

@testable import TalynTransportOptions

struct CertificateDataTests {
    private let certificate: Data

    init() throws {
        let file = Data(TLSIdentity.localhost.certificate.utf8)
        certificate = try #require(try CertificateData.certificates(in: file).first)
    }

    @Test func certificatesAreFoundInPEMWithTextAroundThem() throws {
        let file = """
            Subject: CN=localhost
            \(TLSIdentity.localhost.certificate)

            \(TLSIdentity.authority.replacing("\n", with: "\r\n"))
            The end.
            """
        let certificates = try CertificateData.certificates(in: Data(file.utf8))
        #expect(certificates.count == 2)
        #expect(certificates.first == certificate)
    }

    @Test func certificateInDERIsItself() throws {
        #expect(try CertificateData.certificates(in: certificate) == [certificate])
    }

    @Test func keyOfTheCertificateIsFound() throws {
        let key = try #require(CertificateData.publicKeyInfo(of: certificate))
        // A SubjectPublicKeyInfo of P-256 has always this length and this beginning (RFC 5480).
        #expect(key.count == 91)
        #expect(key.prefix(4) == Data([0x30, 0x59, 0x30, 0x13]))
    }

    @Test func truncatedCertificateIsRefused() {
        for length in 0..<certificate.count {
            #expect(CertificateData.publicKeyInfo(of: certificate.prefix(length)) == nil)
        }
    }

    @Test func changedBytesDoNoHarm() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5000 {
            var changed = certificate
            for _ in 0..<4 {
                let index = Int.random(in: changed.indices.lowerBound..<changed.indices.upperBound, using: &generator)
                changed[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if let key = CertificateData.publicKeyInfo(of: changed) { #expect(key.count < changed.count) }
        }
    }
}
