import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What errors tell about themselves.
struct MoyaErrorTests {
    private struct Described: LocalizedError {
        var errorDescription: String? { "It went wrong." }
    }

    private static let response = Response(statusCode: 400, data: Data("bad".utf8))

    private static let all: [MoyaError] = [
        .imageMapping(response),
        .jsonMapping(response),
        .stringMapping(response),
        .objectMapping(Described(), response),
        .encodableMapping(Described()),
        .statusCode(response),
        .underlying(Described(), response),
        .requestMapping("not a URL"),
        .parameterEncoding(Described()),
    ]

    @Test("each case has its description")
    func descriptions() {
        let texts = [
            "Failed to map data to an Image.",
            "Failed to map data to JSON.",
            "Failed to map data to a String.",
            "Failed to map data to a Decodable object.",
            "Failed to encode Encodable object into data.",
            "Status code didn't fall within the given range.",
            "It went wrong.",
            "Failed to map Endpoint to a URLRequest.",
            "Failed to encode parameters for URLRequest. It went wrong.",
        ]
        for (error, text) in zip(Self.all, texts) {
            #expect(error.errorDescription == text)
            #expect(error.localizedDescription == text)
            #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == text)
        }
    }

    @Test("the cases with a response give it")
    func responses() {
        for error in Self.all {
            switch error {
            case .encodableMapping, .requestMapping, .parameterEncoding: #expect(error.response == nil)
            default: #expect(error.response === Self.response)
            }
        }
        #expect(MoyaError.underlying(Described(), nil).response == nil)
    }

    @Test("the user info of the cases that wrap an error has that error")
    func underlyingErrors() {
        for error in Self.all {
            let underlying = error.errorUserInfo[NSUnderlyingErrorKey]
            switch error {
            case .objectMapping, .encodableMapping, .underlying, .parameterEncoding:
                #expect(underlying is Described)
                #expect(error.errorUserInfo.count == 2)
            default:
                #expect(underlying == nil)
                #expect(error.errorUserInfo.count == 1)
            }
        }
    }

    @Test("the codes are the places of the cases")
    func codes() {
        #expect(Self.all.map(\.errorCode) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
        #expect(Self.all.map { ($0 as NSError).code } == [0, 1, 2, 3, 4, 5, 6, 7, 8])
        #expect(Self.all.map(\._code) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("the domain is the name of the type")
    func domain() {
        #expect(MoyaError.errorDomain == "Moya.MoyaError")
        for error in Self.all {
            #expect((error as NSError).domain == "Moya.MoyaError")
            #expect(error._domain == "Moya.MoyaError")
        }
    }

    @Test("an NSError made of an error has its user info")
    func userInfo() {
        let error = MoyaError.underlying(Described(), nil) as NSError
        #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "It went wrong.")
        #expect(error.userInfo[NSUnderlyingErrorKey] is Described)
        #expect(error.localizedDescription == "It went wrong.")
    }

    @Test("an underlying error without a description has Foundation's")
    func undescribed() {
        struct Plain: Error {}
        #expect(MoyaError.underlying(Plain(), nil).errorDescription == Plain().localizedDescription)
    }

    @Test("an underlying NSError gives its description")
    func nsError() {
        let inner = NSError(domain: "test", code: 7, userInfo: [NSLocalizedDescriptionKey: "Seven."])
        #expect(MoyaError.underlying(inner, nil).errorDescription == "Seven.")
        #expect(
            MoyaError.parameterEncoding(inner).errorDescription == "Failed to encode parameters for URLRequest. Seven."
        )
        #expect(
            MoyaError.objectMapping(inner, Self.response).errorDescription
                == "Failed to map data to a Decodable object."
        )
    }

    @Test("an error of a status code in an underlying one gives its description and response")
    func statusCodeInside() {
        let error = MoyaError.underlying(MoyaError.statusCode(Self.response), Self.response)
        #expect(error.errorDescription == "Status code didn't fall within the given range.")
        #expect(error.response === Self.response)
    }
}
