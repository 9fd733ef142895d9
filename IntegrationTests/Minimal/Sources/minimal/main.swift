import Talyn

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct Hello: TargetType {
    let baseURL: URL
    let path: RequestPath = "/"
    let sampleData = Data("Hello".utf8)
}

let provider = Provider<Hello>(transport: SampleTransport())
if let url = URL(string: "https://example.com") {
    let text = try await provider.request(Hello(baseURL: url), as: String.self)
    print(text)
}
