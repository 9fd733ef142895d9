import Foundation
import Moya
import Testing

extension Response {
    // An app's own mapping.
    func mapArray<T: Decodable>(_ type: T.Type, atKeyPath keyPath: String? = nil) throws -> [T] {
        return try map([T].self, atKeyPath: keyPath, using: JSONDecoder(), failsOnEmptyData: false)
    }
}

struct ResponseTests {
    private func response(_ body: String, status: Int = 200) -> Response {
        return Response(statusCode: status, data: Data(body.utf8), request: nil, response: nil)
    }

    @Test func filtersPassOrFailByStatus() throws {
        let ok = response("ok", status: 204)
        let redirect = response("", status: 304)
        let missing = response("", status: 404)
        #expect(try ok.filterSuccessfulStatusCodes() == ok)
        #expect(try redirect.filterSuccessfulStatusAndRedirectCodes() == redirect)
        #expect(try missing.filter(statusCode: 404) == missing)
        #expect(try ok.filter(statusCodes: 200..<205) == ok)
        #expect(try ok.filter(statusCodes: 200...) == ok)
        for failing in [{ try redirect.filterSuccessfulStatusCodes() }, { try missing.filter(statusCodes: 0...403) }] {
            do {
                _ = try failing()
                Issue.record("It passed.")
            } catch MoyaError.statusCode(let response) {
                #expect(response.statusCode > 300)
            }
        }
    }

    @Test func bodiesAreMapped() throws {
        let users = response(#"{"data": {"users": [{"login": "ada", "id": 1}], "name": "x"}, "count": 1}"#)
        #expect(try users.map([User].self, atKeyPath: "data.users") == [User(login: "ada", id: 1)])
        #expect(try users.mapString(atKeyPath: "data.name") == "x")
        #expect(try users.map(Int.self, atKeyPath: "count") == 1)
        #expect(try (users.mapJSON() as? [String: Any])?["count"] as? Int == 1)
        #expect(try response("").mapJSON(failsOnEmptyData: false) is NSNull)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Counted: Decodable { let totalCount: Int }
        #expect(try response(#"{"total_count": 3}"#).map(Counted.self, using: decoder).totalCount == 3)
    }

    @Test func mappingFailuresAreNamed() {
        func failure<T>(_ body: () throws -> T) -> String {
            do {
                _ = try body()
                return "none"
            } catch let error as MoyaError {
                switch error {
                case .imageMapping: return "image"
                case .jsonMapping: return "json"
                case .stringMapping: return "string"
                case .objectMapping(let error, let response):
                    return "object \(error is DecodingError) \(response.statusCode)"
                case .encodableMapping: return "encodable"
                case .statusCode: return "status"
                case .underlying: return "underlying"
                case .requestMapping: return "request"
                case .parameterEncoding: return "parameters"
                }
            } catch {
                return "\(error)"
            }
        }
        #expect(failure { try response("no").mapJSON() } == "json")
        #expect(failure { try response("").mapJSON() } == "json")
        #expect(failure { try response("{}").map(User.self) } == "object true 200")
        #expect(failure { try response("{}").map(User.self, atKeyPath: "a.b") } == "json")
        #expect(failure { try Response(statusCode: 200, data: Data([0xff])).mapString() } == "string")
        #expect(failure { try response("{}").mapString(atKeyPath: "a") } == "string")
    }

    @Test func responsesAreComparedAndDescribed() {
        #expect(response("a") == response("a"))
        #expect(response("a") != response("b"))
        #expect(response("a") != response("a", status: 201))
        #expect(response("abc").description == "Status Code: 200, Data Length: 3")
        #expect(response("abc").debugDescription == response("abc").description)
    }
}
