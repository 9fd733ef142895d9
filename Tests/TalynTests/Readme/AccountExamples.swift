import Foundation
import Talyn

// The code of Accounts.md, compiled. DocumentedExamplesTests compares the two.

enum AccountExamples {
    static func description() async {
        let github = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
        do {
            let response = try await github.request(.user("ada"))
            print(response.account?.description ?? "")
        } catch {
            print(error.account?.description ?? "")
        }
    }

    static func attempts(of response: Response) {
        for attempt in response.account?.attempts ?? [] {
            let wait = attempt.timings.waiting ?? .zero
            print(attempt.statusCode ?? 0, attempt.reason ?? "first", wait, attempt.receivedBytes)
        }
    }
}

struct SecondOpinionPlugin: Plugin {
    func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        let response = try await next(endpoint)
        guard response.data.isEmpty else { return response }
        endpoint.noteRetry("the body was empty", by: self)
        return try await next(endpoint)
    }
}
