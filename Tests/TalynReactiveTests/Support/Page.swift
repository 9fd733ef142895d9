import Talyn

/// A call whose answer is part of it.
struct Page: TargetType {
    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path = "/page"
    var status = 200
    var sampleData = Data(#"{"name":"Ada","friend":{"name":"Charles"}}"#.utf8)
}

extension Page {
    init(_ status: Int, _ body: String) {
        self.status = status
        sampleData = Data(body.utf8)
    }
}

struct Person: Codable, Equatable, Sendable {
    var name: String?
}

extension Provider<Page> {
    /// A provider whose stubs answer as the page says.
    static func stub(
        _ stubClosure: @escaping StubClosure = Provider.immediatelyStub,
        plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Provider<Page> {
        Provider(
            endpointClosure: { Endpoint($0, sampleStatusCode: $0.status) },
            stubClosure: stubClosure,
            plugins: plugins,
            clock: clock
        )
    }
}
