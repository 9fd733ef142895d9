import Foundation
import HTTPTypes
import Talyn
import TestSupport

@testable import TalynCache

/// The result of a test.
enum SuiteResult: Sendable, Hashable {
    case passed
    /// The cache doesn't behave as expected.
    case failed(String)
    /// The test could not be run.
    case notRun(String)
}

/// The client of the suite: it makes the requests of a test, and compares the responses.
struct SuiteClient: Sendable {
    private struct Failure: Error {
        let isSetup: Bool
        let text: String
    }

    private struct Answer {
        let status: Int
        let headerFields: HTTPFields
        let text: String

        func value(_ name: String) -> String? {
            guard let name = HTTPField.Name(name), headerFields.contains(name) else { return nil }
            return headerFields[values: name].joined(separator: ", ")
        }
    }

    let origin: any SuiteOrigin
    var isShared = false
    let makeStore: @Sendable () throws -> any CacheStore

    func result(of test: SuiteCase) async throws -> SuiteResult {
        let id = UUID().uuidString.lowercased()
        try await origin.configure(id, test)
        // The suite expects stale responses when the server closes the connection.
        let cache = HTTPCache(
            try makeStore(),
            isShared: isShared,
            maximumAgeWhenDisconnected: .seconds(86_400),
            date: origin.date
        )
        let transport = InterceptedTransport(CachePlugin(cache), over: origin.transport)
        var answers: [Answer] = []
        do {
            for (index, request) in test.requests.enumerated() {
                let answer = try await answer(to: request, test, index, id, transport, answers.last)
                answers.append(answer)
                try check(answer, request, index + 1, id)
                try await cache.flights.waitForAll()
                if request.pauseAfter == true { try await origin.pause() }
            }
            try checkServer(test, answers, try await origin.received(by: id))
            return .passed
        } catch let failure as Failure {
            return failure.isSetup ? .notRun(failure.text) : .failed(failure.text)
        }
    }

    private func answer(
        to request: SuiteRequest,
        _ test: SuiteCase,
        _ index: Int,
        _ id: String,
        _ transport: some Transport,
        _ previous: Answer?
    ) async throws -> Answer {
        var url = "\(origin.baseURL)/test/\(id)"
        if let filename = request.filename { url += "/\(filename)" }
        if let query = request.queryArg { url += "?\(query)" }
        var sent = OutgoingRequest(url: URL(string: url)!)
        sent.method = HTTPRequest.Method(request.requestMethod ?? "GET")!
        sent.body = request.requestBody.map { HTTPBody(Data($0.utf8)) }
        let now = previous?.value("server-now").flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / 1000) }
        for header in request.requestHeaders ?? [] {
            let text = header.text(now: now ?? Date(), base: "", request)
            sent.headerFields.append(HTTPField(name: HTTPField.Name(header.name)!, value: text))
        }
        sent.headerFields["Test-ID"] = test.id
        sent.headerFields["Req-Num"] = String(index + 1)
        let modes: [String: CachePolicy.Mode] = [
            "no-store": .noStore, "reload": .reload, "no-cache": .noCache, "force-cache": .forceCache,
            "only-if-cached": .onlyIfCached,
        ]
        sent.options.cache = request.cache.flatMap { modes[$0] }.map { CachePolicy($0) }
        do {
            let response = try await transport.send(sent)
            var body = Data()
            for try await chunk in response.body { body.append(chunk) }
            return Answer(
                status: response.statusCode,
                headerFields: response.headerFields,
                text: String(decoding: body, as: UTF8.self)
            )
        } catch is TransportError {
            // A call that fails is a client's form of the gateway's error response.
            return Answer(status: 504, headerFields: [:], text: "")
        }
    }

    // MARK: - Checks of the responses

    private func check(_ answer: Answer, _ request: SuiteRequest, _ number: Int, _ id: String) throws {
        func expect(_ isSetup: Bool, _ condition: Bool, _ text: @autoclosure () -> String) throws {
            if !condition { throw Failure(isSetup: isSetup, text: "response \(number) \(text())") }
        }
        let count = answer.value("server-request-count").flatMap { Int($0) }
        switch request.expectedType {
        case "cached":
            let isNotModified = answer.status == 304 && count == nil
            try expect(request.isSetup(.expectedType), isNotModified || count ?? .max < number, "isn't from the cache")
        case "not_cached":
            try expect(request.isSetup(.expectedType), count == number, "is from the cache")
        default: break
        }
        if let status = request.expectedStatus {
            try expect(
                request.isSetup(.expectedStatus),
                answer.status == status,
                "has status \(answer.status), not \(status)"
            )
        } else if request.anyStatus != true {
            if let status = request.responseStatus {
                try expect(true, answer.status == status.code, "has status \(answer.status), not \(status.code)")
            } else if answer.status == 999 {
                try expect(request.isSetup(.expectedType), false, "answers a request without conditions")
            } else {
                try expect(true, answer.status == 200, "has status \(answer.status), not 200")
            }
        }
        for header in request.expectedResponseHeaders ?? [] {
            let value = answer.value(header.name)
            let isSetup = request.isSetup(.expectedResponseHeaders)
            switch header.values.count {
            case 0: try expect(isSetup, value != nil, "has no field \(header.name)")
            case 1:
                let now = answer.value("server-now").flatMap { Double($0) }.map {
                    Date(timeIntervalSince1970: $0 / 1000)
                }
                let base = answer.value("server-base-url") ?? ""
                let expected = header.text(now: now ?? Date(), base: base, request)
                try expect(isSetup, value == expected, "has \(header.name): \(value ?? "nil"), not \(expected)")
            default: try expect(isSetup, matches(value, header, answer), "has \(header.name): \(value ?? "nil")")
            }
        }
        for header in request.expectedResponseHeadersMissing ?? [] where !header.name.isEmpty && header.values.isEmpty {
            let isSetup = request.isSetup(.expectedResponseHeadersMissing)
            try expect(isSetup, answer.value(header.name) == nil, "has a field \(header.name)")
        }
        for header in request.expectedResponseHeadersMissing ?? [] where header.values.count == 1 {
            let unexpected = header.text(now: Date(), base: "", request)
            let isSetup = request.isSetup(.expectedResponseHeadersMissing)
            try expect(
                isSetup,
                answer.value(header.name)?.contains(unexpected) != true,
                "has \(header.name): \(unexpected)"
            )
        }
        try checkBody(answer, request, id, expect)
    }

    private func checkBody(
        _ answer: Answer,
        _ request: SuiteRequest,
        _ id: String,
        _ expect: (Bool, Bool, @autoclosure () -> String) throws -> Void
    ) throws {
        guard request.checkBody != false else { return }
        if let text = request.expectedResponseText {
            try expect(
                request.isSetup(.expectedResponseText),
                answer.text == text,
                "has the body \(answer.text), not \(text)"
            )
        } else if let body = request.responseBody {
            try expect(true, answer.text == body, "has the body \(answer.text), not \(body)")
        } else if ![204, 304].contains(answer.status), request.requestMethod != "HEAD" {
            try expect(true, answer.text == id, "has the body \(answer.text), not \(id)")
        }
    }

    private func matches(_ value: String?, _ header: SuiteHeader, _ answer: Answer) -> Bool {
        guard let value else { return false }
        switch (header.values[0], header.values[1]) {
        case (.text("="), .text(let other)): return value == answer.value(other)
        case (.text(">"), .number(let bound)): return Int(value).map { $0 > bound } ?? false
        default: return false
        }
    }

    // MARK: - Checks of the requests that reached the origin

    private func checkServer(_ test: SuiteCase, _ answers: [Answer], _ received: [SuiteReceived]) throws {
        var index = 0
        for (position, request) in test.requests.enumerated() {
            let number = position + 1
            let isSetup = request.isSetup(.expectedType)
            if request.expectedType == "cached" { continue }
            let atServer = received.indices.contains(index) ? received[index] : nil
            index += 1
            func expect(_ isSetup: Bool, _ condition: Bool, _ text: String) throws {
                if !condition { throw Failure(isSetup: isSetup, text: "request \(number) \(text)") }
            }
            if request.expectedType == "not_cached" {
                try expect(isSetup, atServer?.number == number, "didn't reach the server")
            }
            let conditions = ["etag_validated": "if-none-match", "lm_validated": "if-modified-since"]
            if let name = request.expectedType.flatMap({ conditions[$0] }) {
                try expect(isSetup, atServer?.headerFields[name] != nil, "has no field \(name)")
            }
            for header in request.expectedRequestHeaders ?? [] {
                let value = atServer?.headerFields[header.name.lowercased()]
                let isRight: Bool
                if case .text(let text)? = header.values.first {
                    isRight = value == text
                } else {
                    isRight = value != nil
                }
                try expect(request.isSetup(.expectedRequestHeaders), isRight, "has \(header.name): \(value ?? "nil")")
            }
            for header in request.expectedRequestHeadersMissing ?? [] {
                let value = atServer?.headerFields[header.name.lowercased()]
                let isRight: Bool
                if case .text(let text)? = header.values.first {
                    isRight = value != text
                } else {
                    isRight = value == nil
                }
                try expect(
                    request.isSetup(.expectedRequestHeadersMissing),
                    isRight,
                    "has \(header.name): \(value ?? "nil")"
                )
            }
            for name in Set((atServer?.saved ?? []).map { $0.name.lowercased() }) where name != "date" {
                let sent = (atServer?.saved ?? []).filter { $0.name.lowercased() == name }.map(\.value)
                let value = answers[position].value(name)
                try expect(true, value == sent.joined(separator: ", "), "gets \(name): \(value ?? "nil"), not \(sent)")
            }
            if let method = request.expectedMethod {
                let isRight = atServer?.method == method
                try expect(request.isSetup(.expectedMethod), isRight, "has the method \(atServer?.method ?? "nil")")
            }
        }
    }
}
