import Moya
import MoyaAppCatalog
import MoyaAppCore
import MoyaAppShop
import XCTest

final class ServiceTests: XCTestCase {
    private let catalog = CatalogService(github: .make(stubbed: true), api: API(stubbedWith: []))

    private func shop() -> ShopService {
        return ShopService(tokens: TokenStore(token: "abc"), stubbed: true)
    }

    func testRepositories() {
        var repositories: [Repository] = []
        catalog.repositories(of: "octo") { repositories = (try? $0.get()) ?? [] }

        XCTAssertEqual(repositories.map(\.id), [1, 2])
        XCTAssertEqual(repositories.first?.createdAt, Date(timeIntervalSince1970: 1_646_128_800))
    }

    func testADecodableTarget() {
        var product: Product?
        catalog.product("t-9") { product = try? $0.get() }
        XCTAssertEqual(product, Product(id: "t-9", name: "Teapot", price: 24.5))
    }

    func testAsyncServices() async throws {
        let zen = try await catalog.zen()
        let found = try await catalog.search("kettle")
        let products = try await catalog.products()

        XCTAssertTrue(zen.hasPrefix("Half measures"))
        XCTAssertEqual(found.map(\.fullName), ["leaf/kettle"])
        XCTAssertEqual(products.map(\.tags), [["kitchen"], nil])
    }

    func testOrders() {
        let shop = self.shop()
        let expectation = self.expectation(description: "orders")
        shop.open { result in
            XCTAssertEqual(try? result.get().map(\.id), [7, 8])
            expectation.fulfill()
        }
        wait(for: [expectation], timeout: 60)
    }

    func testAPaymentIsRefused() {
        let shop = self.shop()
        let expectation = self.expectation(description: "payment")
        shop.pay(1, token: Data()) { error in
            XCTAssertEqual(error, .server(code: 402, message: "No funds"))
            XCTAssertTrue(Thread.isMainThread)
            expectation.fulfill()
        }
        wait(for: [expectation], timeout: 60)
    }

    func testUploads() {
        let shop = self.shop()
        let expectation = self.expectation(description: "uploads")
        expectation.expectedFulfillmentCount = 3
        shop.uploadPhotos([Data([1])], caption: "", progress: { _ in }) { result in
            XCTAssertEqual(try? result.get().host, "cdn.example.com")
            expectation.fulfill()
        }
        XCTAssertTrue(shop.isUploading)
        shop.uploadAvatar(Data([1])) { result in
            XCTAssertEqual(try? result.get().mapString(atKeyPath: "url"), "https://cdn.example.com/1")
            expectation.fulfill()
        }
        shop.uploadFile(URL(fileURLWithPath: "/tmp/film.mov"), isVideo: true) { result in
            XCTAssertEqual((try? result.get().mapJSON() as? [String: String])?["url"], "https://cdn.example.com/1")
            expectation.fulfill()
        }
        wait(for: [expectation], timeout: 60)
        XCTAssertFalse(shop.isUploading)
    }

    func testACancelledUpload() {
        let shop = self.shop()
        let expectation = self.expectation(description: "upload")
        shop.uploadPhotos([Data([1])], caption: "", progress: { _ in }) { result in
            if case .failure(let error) = result { XCTAssertEqual(error, .cancelled) } else { XCTFail("It succeeded.") }
            expectation.fulfill()
        }
        shop.cancelUpload()
        XCTAssertFalse(shop.isUploading)
        wait(for: [expectation], timeout: 60)
    }

    func testResponses() throws {
        let empty = Response(statusCode: 204, data: Data())
        let list = Response(statusCode: 200, data: Data(#"{"code":0,"data":[{"id":1,"state":"open"}]}"#.utf8))

        XCTAssertEqual(try empty.mapModel(Empty.self), Empty())
        XCTAssertEqual(try list.mapEnvelope([Order].self).count, 1)
        XCTAssertThrowsError(try empty.map(Order.self))
        XCTAssertTrue(try empty.mapJSON(failsOnEmptyData: false) is NSNull)
        XCTAssertEqual(empty.description, "Status Code: 204, Data Length: 0")
        XCTAssertEqual(empty, Response(statusCode: 204, data: Data()))
        XCTAssertNil(list.etag)
        do {
            _ = try list.map([String].self, atKeyPath: "data")
        } catch MoyaError.objectMapping(let error, let response) {
            XCTAssertTrue(error is DecodingError)
            XCTAssertTrue(response === list)
        }
        do {
            _ = try list.filter(statusCodes: 300..<400)
            XCTFail("It passed.")
        } catch let error as MoyaError {
            XCTAssertEqual(error.errorDescription, "Status code didn't fall within the given range.")
            XCTAssertEqual(error.apiError, .server(code: 200, message: "Status 200"))
        }
    }
}
