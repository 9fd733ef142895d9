import Foundation
import Moya
import TalynTesting
import Testing

import struct Talyn.AccessTokenPlugin
import class Talyn.Provider
import class Talyn.SampleTransport
import struct Talyn.TalynError

struct TargetForTalynTests {
    private let base = URL(string: "https://example.com/v1")!

    @Test(.stubs) func aTargetOfMoyasIsCalledByTalyn() async throws {
        StubSet.current.on(.get("/v1/users/ada"), .json(["login": "ada"]))
        let provider = Provider<MultiTarget.ForTalyn>()
        let target = MultiTarget.ForTalyn(Local(base, "users/ada"))
        let login = try await provider.request(target, as: [String: String].self)
        #expect(login == ["login": "ada"])
    }

    @Test(.stubs) func parametersAreEncodedByTheTask() async throws {
        StubSet.current.on(.post("/v1/users") && .query("page", "2") && .form("name", "ada"), .status(201))
        let task = Task.requestCompositeParameters(
            bodyParameters: ["name": "ada"],
            bodyEncoding: URLEncoding.httpBody,
            urlParameters: ["page": 2]
        )
        let response = try await Provider<MultiTarget.ForTalyn>().request(
            MultiTarget.ForTalyn(Local(base, "users", method: .post, task: task))
        )
        #expect(response.statusCode == 201)
    }

    @Test func samplesAnswerForAStubbedProvider() async throws {
        var target = Local(base, "zen")
        target.sampleData = Data("Keep it simple.".utf8)
        let provider = Provider<MultiTarget.ForTalyn>(transport: SampleTransport())
        #expect(try await provider.request(MultiTarget.ForTalyn(target), as: String.self) == "Keep it simple.")
    }

    @Test(.stubs) func validationAndAuthorizationAreKept() async throws {
        struct Closed: Moya.TargetType, Moya.AccessTokenAuthorizable {
            let baseURL = URL(string: "https://example.com")!
            let path = "closed"
            let method = Moya.Method.get
            let task = Task.requestPlain
            let headers: [String: String]? = nil
            let validationType: Moya.ValidationType = .successCodes
            let authorizationType: Moya.AuthorizationType? = .bearer
        }
        StubSet.current.on(.get("/closed") && .header(.authorization, "Bearer t"), .status(404))
        let provider = Provider<MultiTarget.ForTalyn>(plugins: [Talyn.AccessTokenPlugin { _ in "t" }])
        await #expect(throws: TalynError.self) { try await provider.request(MultiTarget.ForTalyn(Closed())) }
    }

    @Test func aTargetWithoutARequestFailsTheCall() async {
        let task = Task.requestParameters(parameters: ["a": Data.self], encoding: JSONEncoding.default)
        let target = MultiTarget.ForTalyn(Local(base, method: .post, task: task))
        let error = await #expect(throws: TalynError.self) {
            try await Provider<MultiTarget.ForTalyn>(transport: SampleTransport()).request(target)
        }
        #expect(error?.reason == .invalidRequest)
        guard case .parameterEncoding? = error?.underlyingError as? MoyaError else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        Local(URL(string: "https://example.com")!, "zen", method: Moya.Method(rawValue: "GET IT")),
        Local(URL(string: "https://example.com")!, "zen").with(header: "a\r\nX-Other: b"),
    ])
    func aTargetWithAnInvalidMethodOrHeaderFieldFailsTheCall(target: Local) async {
        let error = await #expect(throws: TalynError.self) {
            try await Provider<MultiTarget.ForTalyn>(transport: SampleTransport()).request(MultiTarget.ForTalyn(target))
        }
        #expect(error?.reason == .invalidRequest)
    }
}

extension Local {
    fileprivate func with(header: String) -> Local {
        var copy = self
        copy.headers = ["X-Name": header]
        return copy
    }
}
