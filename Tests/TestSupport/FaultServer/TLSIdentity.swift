import Foundation
package import NIOSSL

/// The certificate and the key that a server on loopback shows: made for these tests with openssl, worth nothing
/// elsewhere, and valid until 2126.
package struct TLSIdentity: Sendable {
    /// As PEM, signed by ``authority``.
    package let certificate: String

    /// As PEM.
    package let privateKey: String

    /// The SHA-256 hash of the public key in Base64, by openssl.
    package let keyHash: String

    /// The settings of a server with the certificate.
    ///
    /// - Parameter protocols: The protocols that the server speaks, by their ALPN identifiers.
    package func context(protocols: [String] = []) throws -> NIOSSLContext {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }
}

extension TLSIdentity {
    /// The certificate of the authority, as PEM.
    package static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBpTCCAUugAwIBAgIUNcVfNjN3kc6L/62ZqCZXKro2rzswCgYIKoZIzj0EAwIw
        HzEdMBsGA1UEAwwUVGFseW4gdGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDQwMzA1
        WhgPMjEyNjEwMjgwNDAzMDVaMB8xHTAbBgNVBAMMFFRhbHluIHRlc3QgYXV0aG9y
        aXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4wu3gUXHnohsbe4eBLBR7xag
        f0NUnjFq/lYb4hOJaZW4Oz30u9Ts4/EVJAq+jEaex4TsEOo9FQAYjOgZfraYEKNj
        MGEwHQYDVR0OBBYEFFinok9vfW6FIYD3eqmO7gZaRWGtMB8GA1UdIwQYMBaAFFin
        ok9vfW6FIYD3eqmO7gZaRWGtMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQD
        AgEGMAoGCCqGSM49BAMCA0gAMEUCIQDnyJnWI20UJ+EurCw3/cx8F22KKiI/H0fx
        WYrzTyskgQIgKn75J6mfWVoSK+s6LV3llxs2CL+U8O1Bt/5jFNsI99w=
        -----END CERTIFICATE-----
        """

    /// For `localhost` and `127.0.0.1`.
    package static let localhost = TLSIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBxDCCAWqgAwIBAgIUaUJF8IkusXBp0OfIFews3F+IJX8wCgYIKoZIzj0EAwIw
            HzEdMBsGA1UEAwwUVGFseW4gdGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDQwMzA1
            WhgPMjEyNjEwMjgwNDAzMDVaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqG
            SM49AgEGCCqGSM49AwEHA0IABMxidffaOcAjwML2nfufeO3JK3KdIJwwXGik4yUc
            cadG7/W7R2468y+dBs3W03S/J6Pef9+WSXiY5e1hux63NUCjgYwwgYkwCQYDVR0T
            BAIwADALBgNVHQ8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwGgYDVR0RBBMw
            EYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBTxsRMUPONd2sDOlCqTTOqJAVbU
            ozAfBgNVHSMEGDAWgBRYp6JPb31uhSGA93qpju4GWkVhrTAKBggqhkjOPQQDAgNI
            ADBFAiB5vJUKOGO3wU69KDqd0VKi1vc/plpPj7X+o8OFXiqNdAIhAPsSKtOuVnxX
            oPXDJ2cjU2SXxpZavU7wOfNN1BCF+rw2
            -----END CERTIFICATE-----
            """,
        privateKey: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCL7ve9psH7icAW+G
            3gl1HNGNSh54WnMDt+cb/q44b4ahRANCAATMYnX32jnAI8DC9p37n3jtyStynSCc
            MFxopOMlHHGnRu/1u0duOvMvnQbN1tN0vyej3n/flkl4mOXtYbsetzVA
            -----END PRIVATE KEY-----
            """,
        keyHash: "ZN+wbMfP/S2N9LF21kDl0uIK9Rkh1xJlcL6g/dQzn+c="
    )

    /// For `elsewhere.example`.
    package static let elsewhere = TLSIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBxjCCAWygAwIBAgIUaUJF8IkusXBp0OfIFews3F+IJYAwCgYIKoZIzj0EAwIw
            HzEdMBsGA1UEAwwUVGFseW4gdGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDQwMzA1
            WhgPMjEyNjEwMjgwNDAzMDVaMBQxEjAQBgNVBAMMCWVsc2V3aGVyZTBZMBMGByqG
            SM49AgEGCCqGSM49AwEHA0IABJVp8pWO9L1vHh8VCVkapEBON7vu1mXr3pPPTXv5
            sT5Lk/mFDVujuihorC5R3b2IIRRkr70yakh9Hd9SeEZ4c7WjgY4wgYswCQYDVR0T
            BAIwADALBgNVHQ8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHAYDVR0RBBUw
            E4IRZWxzZXdoZXJlLmV4YW1wbGUwHQYDVR0OBBYEFND9pPDDFH9nUPj4Tk2f217j
            lq6aMB8GA1UdIwQYMBaAFFinok9vfW6FIYD3eqmO7gZaRWGtMAoGCCqGSM49BAMC
            A0gAMEUCIQCZo0u9x53K1tRMdu0ZmcjMmD7cnrutAyEmoTYULQJYRAIgYtaIhOLC
            3vX2qukIXw2+3JvvjcD6YVGtJVEg5S2dtRI=
            -----END CERTIFICATE-----
            """,
        privateKey: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCPJeKFKHOHqzFTAw
            MqQUogBRS5SHX7rJJIThTyfpH++hRANCAASVafKVjvS9bx4fFQlZGqRATje77tZl
            696Tz017+bE+S5P5hQ1bo7ooaKwuUd29iCEUZK+9MmpIfR3fUnhGeHO1
            -----END PRIVATE KEY-----
            """,
        keyHash: "TXdgJHJRW2yfNR+brTub5yWmkUce3RwRwdzTk4u5U/I="
    )
}
