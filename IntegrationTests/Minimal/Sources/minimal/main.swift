import Foundation
import Talyn

struct Hello: TargetType {
    let baseURL: URL
    let path = "/"
    let sampleData = Data("Hello".utf8)
}

let provider = Provider<Hello>(stubClosure: Provider.immediatelyStub)
if let url = URL(string: "https://example.com") {
    provider.request(Hello(baseURL: url)) { print((try? $0.get().mapString()) ?? "failed") }
}
