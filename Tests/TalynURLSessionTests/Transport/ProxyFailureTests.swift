import Foundation
import Testing

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The errors of URLSession for proxies and certificates.
struct ProxyFailureTests {
    #if os(Linux)
    private func failure(_ text: String) -> TransportError {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
        return TransportError(urlSession: error, url: URL(string: "https://a.b"))
    }

    /// The texts of libcurl.
    @Test(arguments: [
        ("CONNECT tunnel failed, response 407", true), ("Received HTTP code 407 from proxy after CONNECT", true),
        ("CONNECT tunnel failed, response 502", false), ("Received HTTP code 502 from proxy after CONNECT", false),
    ])
    func proxyThatDoesNotConnectIsNamed(text: String, isRefusal: Bool) {
        let failure = failure(text)
        #expect(failure.kind == .cannotConnect)
        #expect((failure.detail == .refusedProxyCredential) == isRefusal)
        #expect(failure.description.contains("that the proxy accepts") == isRefusal)
    }

    @Test(arguments: [
        ("SSL certificate problem: unable to get local issuer certificate", true),
        ("SSL: no alternative certificate subject name matches target host name 'a.b'", true),
        ("TLS connect error: unexpected eof while reading", false),
    ])
    func refusedCertificateIsTold(text: String, isRefused: Bool) {
        let failure = failure(text)
        #expect(failure.kind == .secureConnectionFailed)
        #expect((failure.detail == .untrustedServer) == isRefused)
    }
    #else
    @Test(arguments: [(307, true), (306, false), (310, false)])
    func proxyThatDoesNotConnectIsNamed(code: Int, isRefusal: Bool) {
        let error = NSError(domain: "kCFErrorDomainCFNetwork", code: code)
        let failure = TransportError(urlSession: error, url: URL(string: "https://a.b"))
        #expect(failure.kind == .cannotConnect)
        #expect((failure.detail == .refusedProxyCredential) == isRefusal)
    }

    @Test func refusedCertificateIsTold() {
        #expect(TransportError(urlSession: URLError(.serverCertificateUntrusted), url: nil).detail == .untrustedServer)
        #expect(TransportError(urlSession: URLError(.secureConnectionFailed), url: nil).detail == nil)
    }
    #endif
}
