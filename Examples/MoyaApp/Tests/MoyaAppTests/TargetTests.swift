import Moya
import MoyaAppCatalog
import MoyaAppCore
import XCTest

@testable import MoyaAppShop

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class TargetTests: XCTestCase {
    private func request<Target: TargetType>(_ target: Target) throws -> URLRequest {
        return try MoyaProvider<Target>.appEndpoint(for: target).urlRequest()
    }

    func testHeadersComeFromCore() throws {
        let request = try self.request(GitHub.zen)

        XCTAssertEqual(request.url?.absoluteString, "https://api.github.com/zen")
        XCTAssertEqual(request.value(forHTTPHeaderField: "X-Client"), "MoyaApp/1.4.2")
        XCTAssertNil(request.value(forHTTPHeaderField: "Idempotency-Key"))
    }

    func testQueryOfASearch() throws {
        let request = try self.request(
            GitHub.search(query: "tea pot", languages: ["swift", "c++"], includeForks: false)
        )

        XCTAssertEqual(request.url?.query, "fork=false&language=swift&language=c%2B%2B&q=tea%20pot")
        XCTAssertNil(request.httpBody)
    }

    func testBracketsOfAnArray() throws {
        let request = try self.request(OrderTarget.all(states: ["open", "sent"]))

        XCTAssertEqual(
            request.url?.absoluteString,
            "https://api.example.com/v1/orders?state%5B%5D=open&state%5B%5D=sent"
        )
    }

    func testJSONBodies() throws {
        let address = try self.request(
            OrderTarget.changeAddress(id: 1, Address(street: "High Street", postalCode: "1"))
        )
        let review = try self.request(
            OrderTarget.review(id: 1, NewReview(stars: 4, writtenAt: Date(timeIntervalSince1970: 0)))
        )

        XCTAssertEqual(address.httpMethod, "PUT")
        XCTAssertEqual(address.value(forHTTPHeaderField: "Content-Type"), "application/json")
        XCTAssertEqual(try JSONDecoder().decode(Address.self, from: XCTUnwrap(address.httpBody)).street, "High Street")
        XCTAssertEqual(review.bodyText, #"{"stars":4,"written_at":"1970-01-01T00:00:00Z"}"#)
        XCTAssertEqual(review.value(forHTTPHeaderField: "Idempotency-Key"), "15-0")
    }

    func testDataBodiesKeepTheirContentType() throws {
        let csv = try self.request(OrderTarget.importCSV(Data("a;b".utf8)))
        let payment = try self.request(OrderTarget.pay(id: 3, token: Data([1, 2])))

        XCTAssertEqual(csv.bodyText, "a;b")
        XCTAssertEqual(csv.value(forHTTPHeaderField: "Content-Type"), "text/csv")
        XCTAssertEqual(payment.url?.query, "method=card")
        XCTAssertEqual(payment.httpBody, Data([1, 2]))
    }

    func testCompositeParameters() throws {
        let target = OrderTarget.addItems(id: 2, [OrderItem(productID: "t-1", count: 1)], notify: true)
        let request = try self.request(target)
        let body = try JSONSerialization.jsonObject(with: XCTUnwrap(request.httpBody)) as? [String: Any]

        XCTAssertEqual(request.url?.query, "merge=1")
        XCTAssertEqual(body?["items"] as? [String], ["t-1"])
        XCTAssertEqual(body?["notify"] as? Bool, true)
        XCTAssertEqual(target.task.parameters.keys.sorted(), ["items", "merge", "notify"])
    }

    func testOwnEncodings() throws {
        let items = try self.request(OrderTarget.place([OrderItem(productID: "k-2", count: 3)]))
        let note = try self.request(OrderTarget.note(id: 4, text: "later"))
        let markdown = try self.request(GitHub.markdown("*tea*"))

        XCTAssertEqual(items.value(forHTTPHeaderField: "X-Items"), "1")
        XCTAssertEqual(items.bodyText?.first, "[")
        XCTAssertEqual(items.bodyText?.contains("\"product_id\":\"k-2\""), true)
        XCTAssertEqual(note.url?.query, "draft=1")
        XCTAssertEqual(note.bodyText?.contains("\"later\""), true)
        XCTAssertEqual(markdown.bodyText, "*tea*")
        XCTAssertEqual(markdown.value(forHTTPHeaderField: "Content-Type"), "text/plain; charset=utf-8")
    }

    func testUploads() throws {
        guard case let .uploadMultipart(parts) = MediaTarget.photos([Data([1]), Data([2])], caption: "Tea").task else {
            return XCTFail("It is no upload.")
        }
        XCTAssertEqual(parts.map(\.name), ["photo0", "photo1", "caption"])
        XCTAssertEqual(
            parts.first,
            MultipartFormData(
                provider: .data(Data([1])),
                name: "photo0",
                fileName: "photo0.jpeg",
                mimeType: "image/jpeg"
            )
        )
        XCTAssertNil(parts.last?.mimeType)

        let avatar = MediaTarget.avatar(InputStream(data: Data([1, 2])), length: 2, crop: true)
        XCTAssertEqual(try request(avatar).url?.absoluteString, "https://api.example.com/v2/me/avatar?crop=1")
        XCTAssertTrue(avatar.task.isUpload)
        XCTAssertTrue(avatar.method.supportsMultipart)
        XCTAssertFalse(GitHub.zen.method.supportsMultipart)
    }

    func testDownloadDestinations() throws {
        let file = URL(fileURLWithPath: "/tmp/prices.csv")
        let sheet = PriceSheet(currency: "EUR", destination: file)
        guard case let .downloadParameters(_, _, destination) = sheet.task else { return XCTFail("It is no download.") }
        let response = try XCTUnwrap(
            HTTPURLResponse(url: sheet.baseURL, statusCode: 200, httpVersion: nil, headerFields: nil)
        )
        let place = destination(URL(fileURLWithPath: "/tmp/x"), response)

        XCTAssertEqual(place.destinationURL, file)
        XCTAssertTrue(place.options.contains(.removePreviousFile))
        XCTAssertEqual(place.options, [.createIntermediateDirectories, .removePreviousFile])
        XCTAssertEqual(try request(sheet).url?.query, "currency=EUR")
        guard case .downloadDestination = GitHub.archive(repository: "octo/tea").task else {
            return XCTFail("It is no download.")
        }
    }

    func testEndpointsAreKeys() {
        let page = MoyaProvider<GitHub>.defaultEndpointMapping(for: .userRepositories("octo", page: 1))
        let other = MoyaProvider<GitHub>.defaultEndpointMapping(for: .userRepositories("octo", page: 2))

        XCTAssertEqual([page: 1, other: 2].count, 2)
        XCTAssertNotEqual(page, other)
        XCTAssertEqual(page, page.replacing(task: page.task))
        XCTAssertEqual(page.adding(newHTTPHeaderFields: ["A": "b"]).httpHeaderFields?["A"], "b")
        XCTAssertEqual(page.method, .get)
    }

    func testMultiTargetForwards() {
        let target = MultiTarget(OrderTarget.pay(id: 1, token: Data()))

        XCTAssertEqual(target.path, "orders/1/payment")
        XCTAssertEqual(target.method, .post)
        XCTAssertEqual(target.authorizationType, .custom("Payment"))
        XCTAssertEqual(target.validationType, .successCodes)
        XCTAssertEqual(target.headers?["Accept"], "*/*")
        XCTAssertTrue(target.target is OrderTarget)
    }
}
