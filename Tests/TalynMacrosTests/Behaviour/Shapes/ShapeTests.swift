#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

@Suite struct ShapeTests {
    /// Method and URL of what is sent for a target.
    private func request(_ target: some TargetType) throws -> String {
        let request = try Endpoint(target).request()
        return "\(request.method.rawValue) \(request.url?.absoluteString ?? "")"
    }

    private func body(_ target: some TargetType) throws -> String {
        String(decoding: try Endpoint(target).request().body?.data ?? Data(), as: UTF8.self)
    }

    @Test func accessOfAnyKind() throws {
        #expect(try request(PublicAPI.user(name: "a/b")) == "GET https://api.example.com/users/a%2Fb")
        #expect(try request(PackageAPI.user(name: "a/b")) == "GET https://api.example.com/users/a%2Fb")
        #expect(try request(PublicSpace.Inner.user(name: "ada")) == "GET https://api.example.com/users/ada")
        #expect(privatePaths == ["/users/a%2Fb", "/users/a%2Fb"])
        #expect(EnumWithAPI.hiddenPath == "/users/a%2Fb")
    }

    @Test func nestedInAnything() throws {
        #expect(try request(StructWithAPI.Inner.user(name: "ada")) == "GET https://api.example.com/users/ada")
        #expect(try request(ClassWithAPI<Int>.Inner.user(name: "ada")) == "GET https://api.example.com/users/ada")
        #expect(try request(ClassWithAPI<Int>.Inner.value(id: 1, kept: "k")).hasSuffix("/value?id=1&kept=k"))
        #expect(try request(EnumWithAPI.Inner.user(name: "ada")) == "GET https://api.example.com/users/ada")
        #expect(try request(RuntimeURLAPI.user(name: "ada")) == "GET https://staging.example.com/api/users/ada")
    }

    @Test func genericEnum() throws {
        typealias API = GenericAPI<Int, [String: Int]>
        #expect(try request(API.user(key: 7)) == "GET https://api.example.com/users/7")
        #expect(try body(API.add(body: ["a": 1])) == #"{"a":1}"#)
        #expect(try body(API.fields(value: ["a": 1], other: nil)) == #"{"value":{"a":1}}"#)
    }

    @Test func indirectEnum() throws {
        let target = IndirectAPI.cached(.cached(.user(name: "ada")))
        #expect(try request(target) == "GET https://api.example.com/users/ada")
    }

    @Test func availability() throws {
        if #available(macOS 99, iOS 99, tvOS 99, watchOS 99, visionOS 99, *) {
            #expect(try request(FutureAPI.user(name: "ada")) == "GET https://api.example.com/users/ada")
        }
        #expect(try request(DeprecatingAPI.user(name: "ada")) == "GET https://api.example.com/users/ada")
    }

    @Test func casesThatAreThereOnlySometimes() throws {
        #expect(try request(ConditionalAPI.user(name: "ada")) == "POST https://api.example.com/users/ada")
        #if DEBUG
        #expect(try request(ConditionalAPI.debug(name: "ada")) == "GET https://api.example.com/debug/ada")
        #else
        #expect(try request(ConditionalAPI.release(name: "ada")) == "POST https://api.example.com/release/ada")
        #endif
        #expect(try request(NeverAPI.user(name: "ada")) == "POST https://api.example.com/users/ada")
    }

    @Test func keywordsAsNames() throws {
        #expect(try request(KeywordAPI.default(default: "d")) == "GET https://api.example.com/d")
        #expect(try request(KeywordAPI.`init`(in: "i")) == "GET https://api.example.com/i")
        #expect(
            try request(KeywordAPI.`self`(self: "s", `inout`: 1, for: "f")) == "GET https://api.example.com/s/1?for=f"
        )
        #expect(try request(KeywordAPI.switch()) == "GET https://api.example.com/3")
        let target = KeywordAPI.case(case: "c", class: nil, path: "p", provider: "q", task: 1)
        #expect(try request(target) == "POST https://api.example.com/case")
        #expect(try body(target) == #"{"case":"c","path":"p","provider":"q","task":1}"#)
    }

    @Test(.stubs) func keywordsAsNamesOfCalls() async throws {
        StubSet.current.on(.host("api.example.com"), .json(text: #"{"name":"Ada"}"#), times: .exactly(3))
        let calls = KeywordAPI.Calls()
        #expect(try await calls.default(default: "d").name == "Ada")
        #expect(try await calls.case(case: "c", class: nil, path: "p", provider: "q", task: 1).name == "Ada")
        #expect(try await calls.`self`(self: "s", `inout`: 1, for: "f").name == "Ada")
        #expect(StubSet.current.requests.map(\.url.path) == ["/d", "/case", "/s/1"])
    }

    @Test func namesThatAreNotASCII() throws {
        #expect(
            try request(NonASCIIAPI.straße(größe: "ä", 名: 1, übrig: "ü"))
                == "GET https://api.example.com/stra%C3%9Fe/%C3%A4/%E6%97%A5%E6%9C%AC/1?%C3%BCbrig=%C3%BC"
        )
        #expect(try request(NonASCIIAPI.😀) == "GET https://api.example.com/%F0%9F%98%80")
    }

    @Test func valuesWithoutLabels() throws {
        #expect(try request(UnlabelledAPI.issue("o", "r", number: 1)) == "GET https://api.example.com/o/r/1")
        #expect(try request(UnlabelledAPI.mixed("a", b: 2, "c")) == "GET https://api.example.com/a/2/c")
        #expect(try request(UnlabelledAPI.paged(1)) == "GET https://api.example.com/1?page=2")
    }

    @Test func otherConformances() throws {
        #expect(Set(HashableAPI.allCases).count == 2)
        #expect(
            try HashableAPI.allCases.map(request) == [
                "GET https://api.example.com/a", "POST https://api.example.com/b",
            ]
        )
        #expect(
            try RawAPI.allCases.map(request) == ["GET https://api.example.com/a", "POST https://api.example.com/b"]
        )
        #expect((EmptyAPI.self as Any) is any TargetType.Type)
    }

    @Test func typesThatAreCalledLikeOurs() throws {
        #expect(try body(ShadowAPI.dataBody(content: .init())) == #"{"data":"d"}"#)
        #expect(try body(ShadowAPI.urlBody(body: .init())) == #"{"url":"u"}"#)
        #expect(try body(ShadowAPI.body(body: .init())) == #"{"body":"b"}"#)
        #expect(try body(ShadowAPI.data) == "")
        #expect(
            try body(ShadowAPI.url(target: .init(), data: Data([1]))) == #"{"data":"AQ==","target":{"target":"t"}}"#
        )
    }

    @Test(.stubs) func resultThatIsCalledLikeOurs() async throws {
        StubSet.current.on(.post("/c"), .json(text: #"{"response":"own"}"#))
        #expect(try await ShadowAPI.Calls().body(body: .init()).response == "own")
    }

    @Test(.stubs) func selfInACase() async throws {
        StubSet.current.on(.get("/items"), .json(text: #"[{"name":"a"}]"#))
        StubSet.current.on(.get("/pages"), .json(text: #"[{"name":"b"}]"#))
        let calls = SelfAPI<Int>.Calls()
        #expect(try await calls.items().map(\.name) == ["a"])
        #expect(StubSet.current.requests.last?.url.query == "count=3&kind=new")
        for try await item in calls.pages().elements {
            #expect(item.name == "b")
            break
        }
    }

    @Test func memberWrittenByHandWins() throws {
        let target = HandWrittenAPI.a(q: "q")
        #expect(try request(target) == "PUT https://hand.example.com/hand")
        #expect(target.headerFields == [.from: "hand"])
        #expect(target.sampleData == Data("hand".utf8))
        #expect(target.validation == .codes([201]))
        #expect(target.authorizationType == .basic)
        #expect((target as any TargetType) is any AccessTokenAuthorizable)
        #expect(target.failureBodyType == nil)
        #expect(target.requestOptions.timeout == .seconds(77))
    }

    @Test func authorization() {
        #expect((ByHandAuthorizedAPI.a as any TargetType as? any AccessTokenAuthorizable)?.authorizationType == .basic)
        let unauthorized = UnauthorizedAPI.a as any TargetType as? any AccessTokenAuthorizable
        #expect(unauthorized != nil)
        #expect(unauthorized?.authorizationType == nil)
    }

    @Test func fieldThatIsSetTwiceIsSentOnce() {
        #expect(TypedAPI.text(text: "t", type: "text/html").headerFields == [.contentType: "text/html"])
    }

    @Test(.stubs) func resultOfAnEnum() async throws {
        StubSet.current.on(.get("/users/{name}")) { .json(["name": $0.pathParameters["name"]]) }
        let user = try await Provider<PublicResultAPI>().request(.user(name: "ada"))
        #expect(user == PublicUser(name: "ada"))
    }

    @Test(.stubs) func callsOfAnEnum() async throws {
        StubSet.current.on(.targetCase("user", of: PublicAPI.self)) {
            .json(["name": $0.pathParameters["name"] ?? "-"])
        }
        StubSet.current.on(.get("/all"), .json([PublicUser(name: "a"), PublicUser(name: "b")]))
        StubSet.current.on(.get("/zen"), .sample)
        let calls = PublicAPI.Calls()
        #expect(try await calls.user(name: "ada") == PublicUser(name: "-"))
        #expect(try await calls.all().count == 2)
        #expect(try await calls.zen() == "be kind")
    }
}
#endif
