import Foundation
import Moya
import Testing

// Shapes that only classes, enums and loosely typed parameters allow.

extension MoyaProvider {
    static func make() -> MoyaProvider { return MoyaProvider(plugins: []) }

    static func stubbed(_ status: Int) -> MoyaProvider {
        return MoyaProvider(
            endpointClosure: { target in
                let endpoint = MoyaProvider.defaultEndpointMapping(for: target)
                return Endpoint(
                    url: endpoint.url,
                    sampleResponseClosure: { .networkResponse(status, target.sampleData) },
                    method: endpoint.method,
                    task: endpoint.task,
                    httpHeaderFields: endpoint.httpHeaderFields
                )
            },
            stubClosure: MoyaProvider.immediatelyStub
        )
    }
}

private struct Wrapper<Base> {
    let base: Base
}

private extension Wrapper where Base: Moya.Response {
    var isEmpty: Bool { return base.data.isEmpty }
}

private final class SignedEndpoint: Endpoint {
    var key = "k"

    override func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
        return super.adding(newHTTPHeaderFields: newHTTPHeaderFields.merging(["X-Key": key]) { first, _ in first })
    }
}

private extension Moya.Response {
    convenience init(json: String, status: Int = 200) {
        self.init(statusCode: status, data: Data(json.utf8))
    }
}

private extension Endpoint {
    convenience init(url: String) {
        self.init(
            url: url,
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .get,
            task: .requestPlain,
            httpHeaderFields: nil
        )
    }
}

private extension Dictionary where Key == String, Value == Any {
    var names: [String] { return keys.sorted() }
}

private func fields() throws -> [String: Any] { return ["a": 1] }

private func signed<T>(_ values: [String: T]) -> [String: Any] {
    return values.merging(["sign": "s"] as! [String: T]) { first, _ in first }
}

private enum Own: Error {
    case failed
}

struct KindsTests {
    @Test func aProviderIsAClassOfItsOwn() {
        let provider: MoyaProvider<GitHub> = .make()
        #expect(provider.plugins.isEmpty)
        var status: Int?
        MoyaProvider<GitHub>.stubbed(503).request(.missing) { status = try? $0.get().statusCode }
        #expect(status == 503)
        #expect(provider.session !== MoyaProvider<GitHub>.make().session)
        #expect(provider.session.sessionConfiguration.timeoutIntervalForRequest == 60)
    }

    @Test func theTargetOfAClosureIsInferred() {
        let closure = { (target: GitHub) -> Endpoint in
            MoyaProvider.defaultEndpointMapping(for: target).adding(newHTTPHeaderFields: ["X-App": "1"])
        }
        let provider = MoyaProvider(endpointClosure: closure, stubClosure: MoyaProvider.immediatelyStub)
        var field: String?
        provider.request(.zen) { field = try? $0.get().request?.value(forHTTPHeaderField: "X-App") }
        #expect(field == "1")
    }

    @Test func responsesAndEndpointsAreClasses() throws {
        let response = Response(json: "")
        let same = response
        #expect(same === response)
        #expect(Wrapper(base: response).isEmpty)
        let endpoint = SignedEndpoint(url: "https://example.com")
        #expect(endpoint.adding(newHTTPHeaderFields: [:]).httpHeaderFields == ["X-Key": "k"])
        #expect(try endpoint.urlRequest().url?.host == "example.com")
    }

    @Test func parametersAreLooselyTyped() {
        let isFull = true
        let tasks: [Task] = [
            .requestParameters(parameters: (try? fields()) ?? [:], encoding: URLEncoding.default),
            .requestParameters(parameters: isFull ? ["b": 2, "c": "3"] : [:], encoding: JSONEncoding.default),
            .requestParameters(parameters: signed(["d": "4"]), encoding: URLEncoding.httpBody),
        ]
        let names = tasks.map { task -> [String] in
            guard case .requestParameters(let parameters, _) = task else { return [] }
            return parameters.names
        }
        #expect(names == [["a"], ["b", "c"], ["d", "sign"]])
    }

    @Test func errorsOfTheAppAreCaughtBesideMoyas() {
        var caught: [String] = []
        for fails in [true, false] {
            do {
                let response = try Response(json: "{}", status: 404).filter(statusCode: 404)
                if fails { throw Own.failed }
                _ = try response.filterSuccessfulStatusCodes()
            } catch Own.failed {
                caught.append("own")
            } catch MoyaError.statusCode(let response) {
                caught.append("\(response.statusCode)")
            } catch {
                caught.append("other")
            }
        }
        #expect(caught == ["own", "404"])
    }

    @Test func optionsAndErrorsOfAlamofireAreReachedThroughMoya() {
        let destination: DownloadDestination = { url, _ in (url, [.removePreviousFile, .createIntermediateDirectories])
        }
        if case .downloadDestination = Task.downloadDestination(destination) {} else { Issue.record("another case") }
        let error: Error = NSError(domain: "app", code: 1)
        #expect(error.asAFError == nil)
        #expect(error.asAFError?.isExplicitlyCancelledError != true)
    }

    @Test func aMethodSaysWhetherItUploadsParts() {
        let methods: [Moya.Method] = [.get, .post, .put, .patch, .delete, .head, .connect]
        #expect(methods.filter(\.supportsMultipart) == [.post, .put, .patch, .connect])
    }
}
