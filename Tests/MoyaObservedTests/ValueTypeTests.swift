import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The small types: methods, validation, authorization, targets, parts, tokens and progress.
struct ValueTypeTests {
    @Test("POST, PUT, PATCH and CONNECT support multipart data")
    func supportsMultipart() {
        let supporting: [Moya.Method] = [.post, .put, .patch, .connect]
        let others: [Moya.Method] = [.get, .head, .delete, .options, .trace, .query]
        for method in supporting { #expect(method.supportsMultipart) }
        for method in others { #expect(!method.supportsMultipart) }
        #expect(!Moya.Method(rawValue: "PURGE").supportsMultipart)
        #expect(!Moya.Method(rawValue: "post").supportsMultipart)
    }

    @Test("methods have their names")
    func methodNames() {
        let methods: [Moya.Method] = [.connect, .delete, .get, .head, .options, .patch, .post, .put, .query, .trace]
        let names = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"]
        #expect(methods.map(\.rawValue) == names)
        #expect(Moya.Method(rawValue: "GET") == .get)
        #expect(Moya.Method(rawValue: "get") != .get)
    }

    @Test("validations are equal if they are the same, with the same codes in order")
    func validationEquality() {
        #expect(ValidationType.none == .none)
        #expect(ValidationType.successCodes == .successCodes)
        #expect(ValidationType.successAndRedirectCodes == .successAndRedirectCodes)
        #expect(ValidationType.customCodes([1, 2]) == .customCodes([1, 2]))
        #expect(ValidationType.customCodes([1, 2]) != .customCodes([2, 1]))
        #expect(ValidationType.none != .successCodes)
        #expect(ValidationType.successCodes != .successAndRedirectCodes)
        #expect(ValidationType.customCodes(Array(200..<300)) != .successCodes)
        #expect(ValidationType.customCodes([]) != .none)
    }

    @Test("authorization types have their words")
    func authorizationValues() {
        #expect(AuthorizationType.basic.value == "Basic")
        #expect(AuthorizationType.bearer.value == "Bearer")
        #expect(AuthorizationType.custom("Token").value == "Token")
    }

    @Test("authorization types are equal by case and word")
    func authorizationEquality() {
        #expect(AuthorizationType.basic == .basic)
        #expect(AuthorizationType.basic != .bearer)
        #expect(AuthorizationType.custom("a") == .custom("a"))
        #expect(AuthorizationType.custom("a") != .custom("b"))
        #expect(AuthorizationType.custom("Bearer") != .bearer)
    }

    @Test("by default a target has no validation and no sample data")
    func targetDefaults() {
        #expect(Other().validationType == .none)
        #expect(Other().sampleData == Data())
    }

    @Test("a multi-target is what its target is")
    func multiTarget() {
        let sample = Sample(
            path: "/p",
            method: .put,
            task: .requestData(Data("x".utf8)),
            headers: ["A": "1"],
            validationType: .successCodes,
            sampleData: Data("sample".utf8)
        )
        let multi = MultiTarget(sample)
        #expect(multi.baseURL == sample.baseURL)
        #expect(multi.path == "/p")
        #expect(multi.method == .put)
        #expect(multi.headers == ["A": "1"])
        #expect(multi.validationType == .successCodes)
        #expect(multi.sampleData.text == "sample")
        #expect(multi.target is Sample)
        guard case .requestData(let data) = multi.task else { Issue.record("not requestData"); return }
        #expect(data.text == "x")
    }

    @Test("a multi-target may hold a multi-target")
    func nestedMultiTarget() {
        let multi = MultiTarget(MultiTarget(Other()))
        #expect(multi.path == "other")
        #expect(multi.target is MultiTarget)
    }

    @Test("a multi-target has the authorization of its target, if any")
    func multiTargetAuthorization() {
        struct Authorized: TargetType, AccessTokenAuthorizable {
            var baseURL = URL(string: "https://example.com")!
            var path = ""
            var method = Moya.Method.get
            var task = Task.requestPlain
            var headers: [String: String]?
            var authorizationType: AuthorizationType? = .bearer
        }
        #expect(MultiTarget(Authorized()).authorizationType == .bearer)
        #expect(MultiTarget(Authorized(authorizationType: nil)).authorizationType == nil)
        #expect(MultiTarget(Other()).authorizationType == nil)
    }

    @Test("parts are equal by everything in them")
    func parts() {
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "n", fileName: "f", mimeType: "m")
        #expect(part == MultipartFormData(provider: .data(Data("x".utf8)), name: "n", fileName: "f", mimeType: "m"))
        #expect(part != MultipartFormData(provider: .data(Data("y".utf8)), name: "n", fileName: "f", mimeType: "m"))
        #expect(part != MultipartFormData(provider: .data(Data("x".utf8)), name: "o", fileName: "f", mimeType: "m"))
        #expect(part != MultipartFormData(provider: .data(Data("x".utf8)), name: "n", fileName: "g", mimeType: "m"))
        #expect(part != MultipartFormData(provider: .data(Data("x".utf8)), name: "n", fileName: "f", mimeType: "l"))
        #expect(Set([part, part]).count == 1)
    }

    @Test("a part has neither file name nor type unless given")
    func partDefaults() {
        let part = MultipartFormData(provider: .data(Data()), name: "n")
        #expect(part.fileName == nil)
        #expect(part.mimeType == nil)
        #expect(part.name == "n")
    }

    @Test("providers of parts are equal by what they provide")
    func providers() {
        let file = URL(fileURLWithPath: "/a")
        #expect(MultipartFormData.FormDataProvider.file(file) == .file(file))
        #expect(MultipartFormData.FormDataProvider.file(file) != .file(URL(fileURLWithPath: "/b")))
        #expect(MultipartFormData.FormDataProvider.data(Data()) != .file(file))
        let stream = InputStream(data: Data())
        #expect(MultipartFormData.FormDataProvider.stream(stream, 1) == .stream(stream, 1))
        #expect(MultipartFormData.FormDataProvider.stream(stream, 1) != .stream(stream, 2))
        #expect(MultipartFormData.FormDataProvider.stream(stream, 1) != .stream(InputStream(data: Data()), 1))
    }

    @Test("a token runs its action once")
    func token() {
        let log = Log()
        let token = CancellableToken { log.add("cancelled") }
        #expect(!token.isCancelled)
        token.cancel()
        #expect(token.isCancelled)
        token.cancel()
        #expect(token.isCancelled)
        #expect(log.lines == ["cancelled"])
    }

    @Test("a token is cancelled before its action runs")
    func tokenInAction() {
        let found = Box<Bool?>(nil)
        let box = Box<CancellableToken?>(nil)
        box.value = CancellableToken { found.value = box.value?.isCancelled }
        box.value?.cancel()
        #expect(found.value == true)
    }

    @Test("a token that was made with an action says that it has no request")
    func tokenDescription() {
        #expect(CancellableToken {}.debugDescription == "Empty Request")
    }

    @Test("progress is the fraction of what is done")
    func fraction() {
        let progress = Progress(totalUnitCount: 4)
        progress.completedUnitCount = 1
        let response = ProgressResponse(progress: progress)
        #expect(response.progress == 0.25)
        #expect(!response.completed)
        #expect(response.progressObject === progress)
        #expect(response.response == nil)
    }

    @Test("progress of an unknown total is zero")
    func unknownTotal() {
        let progress = Progress(totalUnitCount: -1)
        progress.completedUnitCount = 100
        #expect(ProgressResponse(progress: progress).progress == 0)
        #expect(ProgressResponse(progress: Progress(totalUnitCount: 0)).progress == 0)
        #expect(ProgressResponse().progress == 0)
        #expect(!ProgressResponse().completed)
    }

    @Test("progress with a response is complete")
    func complete() {
        let progress = Progress(totalUnitCount: 4)
        progress.completedUnitCount = 1
        let response = ProgressResponse(progress: progress, response: Response(statusCode: 200, data: Data()))
        #expect(response.completed)
        #expect(response.progress == 1)
        #expect(ProgressResponse(response: Response(statusCode: 500, data: Data())).progress == 1)
    }

    @Test("all of a known total is done without a response, but not complete")
    func allDone() {
        let progress = Progress(totalUnitCount: 4)
        progress.completedUnitCount = 4
        #expect(ProgressResponse(progress: progress).progress == 1)
        #expect(!ProgressResponse(progress: progress).completed)
    }
}
