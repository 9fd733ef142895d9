import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transport of one's own.
struct Greeter: Transport {
    func send(_ request: OutgoingRequest) -> TransportResponse {
        TransportResponse(statusCode: 200, body: HTTPBody(Data("Hello".utf8)))
    }
}

struct Hello: TargetType {
    let baseURL: URL
    let path: RequestPath = "/"
}

let provider = Provider<Hello>(transport: Greeter())
if let url = URL(string: "https://example.com") {
    let text = try await provider.request(Hello(baseURL: url), as: String.self)
    print(text)
}
