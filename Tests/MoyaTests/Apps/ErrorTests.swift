import Foundation
import Moya
import Testing

enum AppError: Error, Equatable {
    case offline
    case unauthorized
    case server(Int)
    case other(String)

    // What apps write: an exhaustive switch, from Moya's error to their own.
    init(_ error: MoyaError) {
        switch error {
        case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response):
            self = .other("mapping \(response.statusCode)")
        case .objectMapping(let error, _):
            self = .other("decoding \(error is DecodingError)")
        case .encodableMapping(let error):
            self = .other("encoding \(error is EncodingError)")
        case .statusCode(let response):
            self = .server(response.statusCode)
        case .underlying(let error, let response):
            if response?.statusCode == 401 {
                self = .unauthorized
            } else if (error as NSError).domain == NSURLErrorDomain,
                (error as NSError).code == NSURLErrorCannotConnectToHost
            {
                self = .offline
            } else {
                self = .other("underlying")
            }
        case .requestMapping(let url):
            self = .other("url \(url)")
        case .parameterEncoding(let error):
            self = .other("parameters \(error.localizedDescription.isEmpty)")
        }
    }
}

extension MoyaError {
    var backendMessage: String? {
        guard let data = response?.data else { return nil }
        return (try? JSONSerialization.jsonObject(with: data) as? [String: Any])?["message"] as? String
    }
}

struct ErrorTests {
    private let response = Response(statusCode: 401, data: Data(#"{"message": "Log in."}"#.utf8))

    @Test func anAppMapsEveryCaseToItsOwn() {
        let context = EncodingError.Context(codingPath: [], debugDescription: "")
        let errors: [MoyaError] = [
            .imageMapping(response), .jsonMapping(response), .stringMapping(response),
            .objectMapping(DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")), response),
            .encodableMapping(EncodingError.invalidValue(1, context)),
            .statusCode(response), .underlying(NSError(domain: "", code: 0), response),
            .underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorCannotConnectToHost), nil),
            .requestMapping("x"),
            .parameterEncoding(AppError.offline),
        ]
        #expect(
            errors.map { AppError($0) } == [
                .other("mapping 401"), .other("mapping 401"), .other("mapping 401"), .other("decoding true"),
                .other("encoding true"), .server(401), .unauthorized, .offline, .other("url x"),
                .other("parameters false"),
            ]
        )
    }

    @Test func theResponseIsReachedThroughTheError() {
        #expect(MoyaError.statusCode(response).response == response)
        #expect(MoyaError.underlying(AppError.offline, response).response == response)
        #expect(MoyaError.underlying(AppError.offline, nil).response == nil)
        #expect(MoyaError.requestMapping("").response == nil)
        #expect(MoyaError.objectMapping(AppError.offline, response).backendMessage == "Log in.")
    }

    @Test func errorsAreLocalizedAndBridged() {
        let error = MoyaError.underlying(
            NSError(domain: "app", code: 5, userInfo: [NSLocalizedDescriptionKey: "Too bad."]),
            nil
        )
        #expect(error.errorDescription == "Too bad.")
        #expect(error.localizedDescription == "Too bad.")
        #expect((error.errorUserInfo[NSUnderlyingErrorKey] as? NSError)?.code == 5)
        #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == "Too bad.")
        for error in [MoyaError.jsonMapping(response), .statusCode(response), .requestMapping("a b")] {
            #expect(error.errorDescription?.isEmpty == false)
            #expect((error as NSError).localizedDescription == error.errorDescription)
        }
    }

    #if !Alamofire
    @Test func transportFailuresAreMatchedInAlamofiresWords() {
        func kind(_ error: Error) -> String {
            guard let error = error.asAFError else { return "none" }
            switch error {
            case .explicitlyCancelled: return "cancelled"
            case .sessionTaskFailed(let error): return "session \((error as? URLError)?.code == .timedOut)"
            case .responseValidationFailed(let reason):
                if case .unacceptableStatusCode(let code) = reason { return "status \(code)" }
                return "validation"
            default: return "other"
            }
        }
        let timeout = URLError(.timedOut)
        #expect(kind(AFError.explicitlyCancelled) == "cancelled")
        #expect(kind(AFError.sessionTaskFailed(error: timeout)) == "session true")
        #expect(kind(AFError.serverTrustEvaluationFailed(error: timeout)) == "other")
        #expect(kind(AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404))) == "status 404")
        #expect(kind(AppError.offline) == "none")
    }
    #endif

    @Test func aFailedValidationArrivesAsUnderlyingWithTheResponse() {
        let provider = MoyaProvider<GitHub>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .networkResponse(401, Data()) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: MoyaProvider.immediatelyStub
        )
        var failures: [MoyaError] = []
        provider.request(.zen) { result in
            if case let .failure(error) = result { failures.append(error) }
        }
        provider.request(.missing) { result in
            do {
                _ = try result.get().filterSuccessfulStatusCodes()
            } catch {
                failures.append(error as! MoyaError)
            }
        }
        #expect(failures.count == 2)
        guard case .underlying(let error, let response?)? = failures.first else { Issue.record("\(failures)"); return }
        #expect(response.statusCode == 401)
        guard case MoyaError.statusCode = error else { Issue.record("\(error)"); return }
        guard case .statusCode? = failures.last else { Issue.record("\(failures)"); return }
    }
}
