import Foundation
import Moya
import Testing

struct EndpointTests {
    private func endpoint(
        _ task: Task = .requestPlain,
        headers: [String: String]? = ["Title": "Nominal"],
        sample: @escaping Endpoint.SampleResponseClosure = { .networkResponse(200, Data()) }
    ) -> Endpoint {
        return Endpoint(
            url: "https://api.github.com/zen",
            sampleResponseClosure: sample,
            method: .get,
            task: task,
            httpHeaderFields: headers
        )
    }

    @Test func headerFieldsAreAddedToACopy() {
        let original = endpoint()
        let added = original.adding(newHTTPHeaderFields: ["Agent": "Zalbinian"])
        #expect(added.httpHeaderFields == ["Title": "Nominal", "Agent": "Zalbinian"])
        #expect(original.httpHeaderFields == ["Title": "Nominal"])
        #expect(endpoint(headers: nil).adding(newHTTPHeaderFields: ["a": "b"]).httpHeaderFields == ["a": "b"])
    }

    @Test func theTaskIsReplacedInACopy() throws {
        let replaced = endpoint().replacing(task: .requestData(Data("x".utf8)))
        #expect(try replaced.urlRequest().httpBody == Data("x".utf8))
        #expect(replaced.httpHeaderFields == ["Title": "Nominal"])
        if case .requestPlain = endpoint().task {} else { Issue.record("changed") }
    }

    @Test func endpointsAreEqualWhenTheirRequestsAre() {
        #expect(endpoint() == endpoint())
        #expect(endpoint().hashValue == endpoint().hashValue)
        #expect(endpoint() != endpoint(headers: nil))
        #expect(endpoint(.requestData(Data("1".utf8))) != endpoint(.requestData(Data("2".utf8))))
        let file = URL(fileURLWithPath: "/a")
        let other = URL(fileURLWithPath: "/b")
        #expect(endpoint(.uploadFile(file)) == endpoint(.uploadFile(file)))
        #expect(endpoint(.uploadFile(file)) != endpoint(.uploadFile(other)))
        let part = MultipartFormData(provider: .data(Data("1".utf8)), name: "a")
        let otherPart = MultipartFormData(provider: .data(Data("2".utf8)), name: "a")
        #expect(endpoint(.uploadMultipart([part])) == endpoint(.uploadMultipart([part])))
        #expect(endpoint(.uploadMultipart([part])).hashValue == endpoint(.uploadMultipart([part])).hashValue)
        #expect(endpoint(.uploadMultipart([part])) != endpoint(.uploadMultipart([otherPart])))
        #expect(
            endpoint(.uploadMultipart([part])) != endpoint(.uploadCompositeMultipart([part], urlParameters: ["a": 1]))
        )
        #expect(Set([endpoint(), endpoint(), endpoint(headers: nil)]).count == 2)
    }

    @Test func endpointsThatMakeNoRequestCanBeCompared() {
        func broken(_ url: String) -> Endpoint {
            return Endpoint(
                url: url,
                sampleResponseClosure: { .networkResponse(200, Data()) },
                method: .get,
                task: .requestPlain,
                httpHeaderFields: nil
            )
        }
        #expect(broken("some invalid url") == broken("some invalid url"))
        #expect(broken("some invalid url") != broken("another invalid url"))
        #expect(broken("some invalid url") != endpoint())
    }

    @Test func anInvalidURLIsARequestMappingError() {
        let broken = Endpoint(
            url: "some invalid url",
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .get,
            task: .requestPlain,
            httpHeaderFields: nil
        )
        do {
            _ = try broken.urlRequest()
            Issue.record("It made a request.")
        } catch MoyaError.requestMapping(let url) {
            #expect(url == "some invalid url")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func samplesAnswerInTheServersPlace() {
        let response = HTTPURLResponse(
            url: URL(string: "https://api.github.com/zen")!,
            statusCode: 503,
            httpVersion: nil,
            headerFields: ["Retry-After": "3"]
        )!
        let samples: [EndpointSampleResponse] = [
            .networkResponse(201, Data("created".utf8)),
            .response(response, Data("busy".utf8)),
            .networkError(NSError(domain: "app", code: 7, userInfo: nil)),
        ]
        var results: [Result<Response, MoyaError>] = []
        for sample in samples {
            let provider = MoyaProvider<GitHub>(
                endpointClosure: { target in
                    let url = target.baseURL.appendingPathComponent(target.path).absoluteString
                    return Endpoint(
                        url: url,
                        sampleResponseClosure: { sample },
                        method: target.method,
                        task: target.task,
                        httpHeaderFields: nil
                    )
                },
                stubClosure: MoyaProvider.immediatelyStub
            )
            provider.request(.missing) { results.append($0) }
        }
        #expect(results.count == 3)
        #expect((try? results[0].get())?.statusCode == 201)
        #expect((try? results[1].get())?.response?.allHeaderFields["Retry-After"] as? String == "3")
        if case .failure(.underlying(let error as NSError, nil)) = results[2] {
            #expect(error.code == 7)
        } else {
            Issue.record("\(results[2])")
        }
    }
}
