import Foundation
import Moya
import MoyaModulesCore
import Testing

// The mend of the guide for the few names that Moya 15.0.3 doesn't export, and that this module has.
import enum MoyaModulesCore.AFError
import class MoyaModulesCore.Manager

// Names of the core module, in a file that imports Moya, too.

private struct Screen: MoyaTarget, RequestAdapter, RequestRetrier, URLRequestConvertible, URLConvertible {
    let number = 1
    let text = "screen"

    func adapt(_ path: String) -> String { return "/v2" + path }

    func decide(_ status: Int) -> RetryResult { return status == 503 ? .again : .never }
}

private struct Page: TargetType {
    let baseURL = URL(string: "https://example.com")!
    let path = "page"
    let method = Moya.Method.get
    let task = Task.requestPlain
    let headers: [String: String]? = nil
}

struct NameTests {
    @Test func namesThatMoyaDoesNotExportBelongToTheApp() {
        var headers = HTTPHeaders()
        headers.values["Accept"] = ["text/plain", "text/html"]
        #expect(headers.values.count == 1)
        let screen = Screen()
        #expect(screen.adapt("/a") == "/v2/a")
        #expect(screen.decide(503) == .again)
        #expect(DownloadRequest(file: "a").file == "a")
        if case .everywhere = Redirector.everywhere {}
        _ = HTTPHeader()
    }

    @Test func publishersOfTheAppsOwnAreNotAmbiguous() {
        #expect(MoyaProvider<MultiTarget>().requestPublisher(MultiTarget(Page())) == "own publisher of page")
    }

    @Test func anImportOfOneNameDecides() {
        #expect(Manager(name: "own").name == "own")
        #expect(throws: AFError.own) { throw AFError.own }
    }
}
