import Foundation
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynTransportOptions

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
#endif

extension ConformanceTests {
    /// Whom the transports trust.
    @Suite(.serialized) struct Trust {
        private static let answer: FaultServer.Script = { _ in [.answer(200, [:], "secret")] }

        @Test(arguments: TransportUnderTest.all)
        func serverOfAnUnknownAuthorityIsRefused(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(identity: .localhost, script: Self.answer) { server in
                #expect(await transport.failure(of: Probe(server.baseURL, "/")) == .secureConnectionFailed)
                #expect(server.requests.isEmpty)
            }
        }

        #if AsyncHTTPClient && os(Linux)
        private static let authority = Data(TLSIdentity.authority.utf8)
        private static let wrongKey = TLSIdentity.elsewhere.keyHash

        /// How a call of a server ends with a transport that trusts so.
        private func result(
            of server: FaultServer,
            host: String = "127.0.0.1",
            _ change: (inout TransportOptions) -> Void
        ) async throws -> Result<Response, TalynError> {
            var options = TransportOptions()
            change(&options)
            var configuration = AsyncHTTPClientTransport.defaultConfiguration
            configuration.dnsOverride["api.example"] = "127.0.0.1"
            let transport = try AsyncHTTPClientTransport(configuration: configuration, options: options)
            let url = try #require(URL(string: "https://\(host):\(server.port)"))
            return await Result { () async throws(TalynError) in
                try await Provider<Probe>(transport: transport).request(Probe(url, "/"))
            }
        }

        private func expectSuccess(
            identity: TLSIdentity = .localhost,
            host: String = "127.0.0.1",
            sourceLocation: SourceLocation = #_sourceLocation,
            _ change: @Sendable (inout TransportOptions) -> Void
        ) async throws {
            try await FaultServer.withServer(identity: identity, script: Self.answer) { server in
                let response = try await result(of: server, host: host, change).get()
                #expect(try response.decode(String.self) == "secret", sourceLocation: sourceLocation)
            }
        }

        private func expectRefusal(
            identity: TLSIdentity = .localhost,
            host: String = "127.0.0.1",
            isMismatch: Bool,
            sourceLocation: SourceLocation = #_sourceLocation,
            _ change: @Sendable (inout TransportOptions) -> Void
        ) async throws {
            try await FaultServer.withServer(identity: identity, script: Self.answer) { server in
                guard case .failure(let error) = try await result(of: server, host: host, change) else {
                    Issue.record("The server has been trusted.", sourceLocation: sourceLocation)
                    return
                }
                #expect(error.transportError?.kind == .secureConnectionFailed, sourceLocation: sourceLocation)
                #expect(
                    error.transportError?.underlyingError is PinMismatch == isMismatch,
                    "\(error)",
                    sourceLocation: sourceLocation
                )
                await server.connectionsClosed(atLeast: 1)
                #expect(server.connectionCount == 1, sourceLocation: sourceLocation)
                #expect(server.requests.isEmpty, sourceLocation: sourceLocation)
            }
        }

        @Test func serverOfAnOwnRootIsTrusted() async throws {
            try await expectSuccess { $0.serverTrust = ServerTrust(roots: [Self.authority]) }
        }

        @Test func rootsInDERAreTheSame() async throws {
            let roots = try CertificateData.certificates(in: Self.authority)
            try await expectSuccess { $0.serverTrust = ServerTrust(roots: roots) }
        }

        @Test func certificateForAnotherNameIsRefused() async throws {
            try await expectRefusal(identity: .elsewhere, isMismatch: false) {
                $0.serverTrust = ServerTrust(roots: [Self.authority])
            }
        }

        /// The certificate has the address that DNS answers (RFC 9110, section 4.3.4).
        @Test func certificateForTheAddressOfAnotherNameIsRefused() async throws {
            try await expectRefusal(host: "api.example", isMismatch: false) {
                $0.serverTrust = ServerTrust(roots: [Self.authority])
            }
        }

        @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST", "%6cocalhost"])
        func certificateIsForItsNamesHoweverTheyAreWritten(_ host: String) async throws {
            try await expectSuccess(host: host) { $0.serverTrust = ServerTrust(roots: [Self.authority]) }
        }

        @Test func nameIsNotLookedAtIfToldSo() async throws {
            try await expectSuccess(identity: .elsewhere) {
                $0.serverTrust = ServerTrust(roots: [Self.authority], verification: .withoutHostName)
            }
        }

        @Test func nothingIsLookedAtIfToldSo() async throws {
            try await expectSuccess(identity: .elsewhere) { $0.serverTrust = ServerTrust(verification: .none) }
        }

        @Test func pinDoesNotReplaceTheChain() async throws {
            try await expectRefusal(isMismatch: false) {
                $0.serverTrust = ServerTrust(pins: [.certificate(Data(TLSIdentity.localhost.certificate.utf8))])
            }
        }

        @Test func pinnedCertificateIsTrusted() async throws {
            try await expectSuccess {
                $0.serverTrust = ServerTrust(
                    roots: [Self.authority],
                    pins: [.certificate(Data(TLSIdentity.localhost.certificate.utf8))]
                )
            }
        }

        @Test func otherCertificateThanThePinnedIsRefusedBeforeARequest() async throws {
            try await expectRefusal(isMismatch: true) {
                $0.serverTrust = ServerTrust(
                    roots: [Self.authority],
                    pins: [.certificate(Data(TLSIdentity.elsewhere.certificate.utf8))]
                )
            }
        }

        @Test func emptyListOfPinsTrustsNobody() async throws {
            try await expectRefusal(isMismatch: true) {
                $0.serverTrust = ServerTrust(roots: [Self.authority], pins: [])
            }
        }

        @Test func pinHoldsWithoutVerificationToo() async throws {
            try await expectRefusal(isMismatch: true) {
                $0.serverTrust = ServerTrust(
                    pins: [.certificate(Data(TLSIdentity.elsewhere.certificate.utf8))],
                    verification: .none
                )
            }
        }

        #if canImport(CryptoKit) || Crypto
        @Test(arguments: ["", "sha256//"])
        func pinnedKeyIsTrusted(_ prefix: String) async throws {
            try await expectSuccess {
                $0.serverTrust = ServerTrust(
                    roots: [Self.authority],
                    pins: [.publicKey(Self.wrongKey), .publicKey(prefix + TLSIdentity.localhost.keyHash)]
                )
            }
        }

        @Test func otherKeyThanThePinnedIsRefusedBeforeARequest() async throws {
            try await expectRefusal(isMismatch: true) {
                $0.serverTrust = ServerTrust(roots: [Self.authority], pins: [.publicKey(Self.wrongKey)])
            }
        }

        @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST", "%6cocalhost"])
        func pinsOfAHostHoldHoweverItsNameIsWritten(_ host: String) async throws {
            try await expectRefusal(host: host, isMismatch: true) {
                let trust = ServerTrust(roots: [Self.authority], pins: [.publicKey(Self.wrongKey)])
                $0.serverTrust = ServerTrust(roots: [Self.authority])
                $0.hostTrust = ["LocalHost": trust, "127.0.0.1": trust]
            }
        }

        @Test func pinsOfAHostAreNotForOthers() async throws {
            try await expectSuccess {
                $0.serverTrust = ServerTrust(roots: [Self.authority])
                $0.hostTrust["localhost"] = ServerTrust(roots: [Self.authority], pins: [.publicKey(Self.wrongKey)])
            }
        }

        @Test func redirectToAPinnedHostIsChecked() async throws {
            try await FaultServer.withServer(identity: .localhost, script: Self.answer) { pinned in
                let location = "https://localhost:\(pinned.port)/"
                try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": location])] }) { first in
                    var options = TransportOptions()
                    options.serverTrust = ServerTrust(roots: [Self.authority])
                    options.hostTrust["localhost"] = ServerTrust(
                        roots: [Self.authority],
                        pins: [.publicKey(Self.wrongKey)]
                    )
                    let transport = try AsyncHTTPClientTransport(options: options)
                    let error = await #expect(throws: TalynError.self) {
                        try await Provider<Probe>(transport: transport).request(Probe(first.baseURL, "/"))
                    }
                    #expect(error?.transportError?.underlyingError is PinMismatch)
                    #expect(pinned.requests.isEmpty)
                }
            }
        }
        #endif
        #endif
    }
}
