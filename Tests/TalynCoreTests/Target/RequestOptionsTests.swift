import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

struct RequestOptionsTests {
    /// An option: sets one of two values, and tells which of them is set.
    struct Option: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let set: @Sendable (inout RequestOptions, _ isSecond: Bool) -> Void
        let isSecond: @Sendable (RequestOptions) -> Bool?

        init<Value: Equatable & Sendable>(
            _ name: String,
            _ option: any WritableKeyPath<RequestOptions, Value?> & Sendable,
            _ first: Value,
            _ second: Value
        ) {
            testDescription = name
            set = { $0[keyPath: option] = $1 ? second : first }
            isSecond = { options in options[keyPath: option].map { $0 == second } }
        }

        init(
            _ name: String,
            set: @escaping @Sendable (inout RequestOptions, _ isSecond: Bool) -> Void,
            isSecond: @escaping @Sendable (RequestOptions) -> Bool?
        ) {
            testDescription = name
            self.set = set
            self.isSecond = isSecond
        }
    }

    private static let store = MemoryCookieStore()

    private enum Tenant: RequestOptionKey {
        typealias Value = String
    }

    /// All but `headerFields` and `secretHeaderFields`, which add up.
    static let options = [
        Option("timeout", \.timeout, .seconds(1), .seconds(2)),
        Option("idleTimeout", \.idleTimeout, .seconds(1), .seconds(2)),
        Option("deadline", \.deadline, .seconds(1), .seconds(2)),
        Option("cache", \.cache, .reload, .forceCache),
        Option(
            "cookies",
            set: { $0.cookies = $1 ? .store(store) : .ignore },
            isSecond: { $0.cookies.map { $0.jar != nil } }
        ),
        Option(
            "redirects",
            set: { $0.redirects = .follow(limit: $1 ? 2 : 1) },
            isSecond: { $0.redirects.map { $0.limit == 2 } }
        ),
        Option(
            "idempotency",
            set: { $0.idempotency = $1 ? .always : .never },
            isSecond: { $0.idempotency?.allowsRepeating(.post) }
        ),
        Option("priority", \.priority, .normal, .high),
        Option("maximumResponseSize", \.maximumResponseSize, 1, 2),
        Option(
            "compression",
            \.compression,
            BodyCompression(contentCoding: "a") { _ in nil },
            BodyCompression(contentCoding: "a", minimumSize: 1) { _ in nil }
        ),
        Option(
            "option of a plugin",
            set: { $0[Tenant.self] = $1 ? "b" : "a" },
            isSecond: { $0[Tenant.self].map { $0 == "b" } }
        ),
        Option("url", \.url, URL(string: "https://a.b/1")!, URL(string: "https://a.b/2")!),
    ]

    @Test func everyOptionIsTested() {
        var options = RequestOptions()
        for option in Self.options { option.set(&options, true) }
        options.secretHeaderFields = ["X"]
        options.headerFields = [.accept: "a/b"]
        // An object with the values in it.
        let values = Mirror(reflecting: options).descendant("box", "some", "values")
        let properties = Mirror(reflecting: values as Any).descendant("some").map {
            Array(Mirror(reflecting: $0).children)
        }
        #expect(properties?.count == Self.options.count + 2)
        #expect(properties?.filter { "\($0.value)" == "nil" }.map(\.label) == [])
    }

    @Test(arguments: options)
    func optionIsNilAtFirst(_ option: Option) {
        #expect(option.isSecond(RequestOptions()) == nil)
    }

    @Test(arguments: options)
    func laterOptionGoesBeforeAnEarlierOne(_ option: Option) {
        let none = RequestOptions()
        let first = RequestOptions { option.set(&$0, false) }
        let second = RequestOptions { option.set(&$0, true) }
        #expect(option.isSecond(first.overridden(by: second)) == true)
        #expect(option.isSecond(second.overridden(by: first)) == false)
        #expect(option.isSecond(second.overridden(by: none)) == true)
        #expect(option.isSecond(none.overridden(by: second)) == true)
    }

    @Test(arguments: options)
    func optionIsLeftAloneByOthers(_ option: Option) {
        let options = RequestOptions { option.set(&$0, true) }
        for other in Self.options where other.testDescription != option.testDescription {
            for isSecond in [true, false] {
                let others = RequestOptions { other.set(&$0, isSecond) }
                #expect(option.isSecond(options.overridden(by: others)) == true)
                #expect(option.isSecond(others.overridden(by: options)) == true)
                #expect(option.isSecond(others) == nil)
            }
        }
    }

    /// Provider, target and call, of which some say something and the last that does counts.
    @Test(arguments: options)
    func threeLevelsAreAskedFromTheLast(_ option: Option) {
        for mask in 0..<8 {
            let said = (0..<3).filter { mask & 1 << $0 != 0 }
            let levels = (0..<3).map { level in
                RequestOptions { if said.contains(level) { option.set(&$0, level == said.last) } }
            }
            let options = levels[0].overridden(by: levels[1]).overridden(by: levels[2])
            #expect(option.isSecond(options) == (said.isEmpty ? nil : true))
            // In whatever order they are put together.
            let others = levels[0].overridden(by: levels[1].overridden(by: levels[2]))
            #expect(option.isSecond(others) == option.isSecond(options))
        }
    }

    @Test func secretHeaderFieldsAddUp() {
        let levels = ["A", "B", "C"].map { name in RequestOptions { $0.secretHeaderFields = [name] } }
        let options = levels[0].overridden(by: levels[1]).overridden(by: RequestOptions()).overridden(by: levels[2])
        #expect(options.secretHeaderFields == ["A", "B", "C"])
        #expect(levels[0].secretHeaderFields == ["A"])
    }

    @Test func optionsAreEmptyUntilOneIsSet() {
        #expect(RequestOptions().isEmpty)
        #expect(RequestOptions().overridden(by: RequestOptions()).isEmpty)
        #expect(!RequestOptions { $0.timeout = .seconds(1) }.isEmpty)
    }

    @Test func headerFieldsReplaceThoseOfTheSameName() {
        var first = HTTPFields([HTTPField(name: .accept, value: "a/b"), HTTPField(name: .accept, value: "c/d")])
        first[.eTag] = "1"
        let options = RequestOptions { $0.headerFields = first }
            .overridden(by: RequestOptions { $0.headerFields = [.accept: "e/f", .age: "2"] })
        #expect(options.headerFields[values: .accept] == ["e/f"])
        #expect(options.headerFields[.eTag] == "1")
        #expect(options.headerFields[.age] == "2")
        #expect(
            options.overridden(by: RequestOptions { $0.timeout = .seconds(1) }).headerFields == options.headerFields
        )
        #expect(RequestOptions().overridden(by: options).headerFields == options.headerFields)
    }

    @Test func headerFieldsOfProviderTargetAndCallAddUp() async throws {
        struct Fields: TargetType {
            var baseURL: URL { URL(string: "http://a.b")! }
            var path: RequestPath { "" }
            var headerFields: HTTPFields { HTTPFields(["X-1": "target", "X-2": "target", "X-3": "target"]) }
            var requestOptions: RequestOptions {
                RequestOptions { $0.headerFields = HTTPFields(["x-3": "options", "X-4": "options", "X-5": "options"]) }
            }
        }
        let provider = Provider<Fields>(
            transport: SampleTransport(),
            requestOptions: RequestOptions { $0.headerFields = HTTPFields(["X-2": "provider", "X-4": "provider"]) }
        )
        let options = RequestOptions { $0.headerFields = HTTPFields(["X-5": "call"]) }
        let request = try await provider.request(Fields(), options: options).request
        let values = (1...5).map { request?.headerFields["X-\($0)"] }
        #expect(values == ["target", "provider", "options", "options", "call"])
    }

    @Test func urlOfTheCallIsCalledWithoutTheQueryOfTheTarget() async throws {
        let provider = Provider<Probe>(transport: SampleTransport())
        let probe = Probe(try #require(URL(string: "https://ada:pw@a.b/v1")), "/c", query: ["d": 1])
        for (text, url) in [
            ("?page=2", "https://a.b/v1/c?page=2"), ("e", "https://a.b/v1/e"), ("/f#x", "https://a.b/f"),
            ("https://a.b/g?h=%20", "https://a.b/g?h=%20"),
        ] {
            let options = RequestOptions { $0.url = URL(string: text) }
            let request = try await provider.request(probe, options: options).request
            #expect(request?.url?.absoluteString == url)
            #expect(request?.headerFields[.authorization] == "Basic YWRhOnB3")
        }
        let elsewhere = RequestOptions { $0.url = URL(string: "https://c.d/") }
        let request = try await provider.request(probe, options: elsewhere).request
        #expect(request?.headerFields[.authorization] == nil)
    }

    @Test func copiesAreApart() {
        let options = RequestOptions { $0.timeout = .seconds(1) }
        var copy = options
        copy.timeout = .seconds(2)
        #expect(options.timeout == .seconds(1))
        #expect(copy.timeout == .seconds(2))
    }

    private struct Levels: TargetType {
        let baseURL: URL
        let path: RequestPath = "/"
        let requestOptions = RequestOptions {
            $0.priority = .normal
            $0.idleTimeout = .seconds(20)
        }
    }

    @Test func providerTargetAndCallAreAskedInTurn() async throws {
        let seen = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            seen.record(request)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let provider = Provider<Levels>(
            transport: transport,
            requestOptions: RequestOptions {
                $0.priority = .high
                $0.idleTimeout = .seconds(10)
                $0.cache = .forceCache
            }
        )
        let target = Levels(baseURL: try #require(URL(string: "http://a.b")))
        _ = try await provider.request(target, options: RequestOptions { $0.priority = .low })
        let request = try #require(seen.events.first)
        #expect(request.options.priority == .low)
        #expect(request.headerFields["Priority"] == "u=5")
        #expect(request.options.idleTimeout == .seconds(20))
        #expect(request.options.cache == .forceCache)
    }
}
