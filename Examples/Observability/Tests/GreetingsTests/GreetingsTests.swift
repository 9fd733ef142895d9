#if Tools
import Greetings
import InMemoryLogging
import Logging
import Testing

/// The telemetry of the server, as a collector receives it.
///
/// The tests need Python with the package opentelemetry-proto. They are disabled without the variable TALYN_PYTHON, which
/// names it: `TALYN_PYTHON=/usr/bin/python3 swift test --traits Tools`.
@Suite(.enabled(if: CollectorProcess.python != nil, "TALYN_PYTHON doesn't name a Python."), .serialized)
struct GreetingsTests {
    @Test func callOfTheUpstreamIsAChildOfTheServersSpan() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "ada"))
        #expect(trial.greeting.text == "Hello, ada!")
        let spans = trial.received.spans
        #expect(spans.count == 2)
        let server = try #require(spans.first { $0.kind == "server" })
        let client = try #require(spans.first { $0.kind == "client" })
        #expect(server.parentSpanID == nil)
        #expect(client.parentSpanID == server.spanID)
        #expect(client.traceID == server.traceID)
        #expect(server.start <= client.start && client.start <= client.end && client.end <= server.end)
        #expect(spans.allSatisfy { $0.resource["service.name"] == "greetings" })
        #expect(trial.collectorStatus == 0)
    }

    @Test func clientSpanFollowsTheConventionsOfOpenTelemetry() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "ada"))
        let span = try #require(trial.received.clientSpans.first)
        #expect(span.name == "GET /users/{name}")
        #expect(span.status == "unset")
        #expect(span.attributes["http.request.method"] == "GET")
        #expect(span.attributes["server.address"] == "127.0.0.1")
        #expect(span.attributes["server.port"] == .int(trial.upstreamPort))
        #expect(span.attributes["url.full"] == .string("http://127.0.0.1:\(trial.upstreamPort)/users/{name}"))
        #expect(span.attributes["url.template"] == "/users/{name}")
        #expect(span.attributes["http.response.status_code"] == 200)
        #expect(span.attributes["http.request.resend_count"] == nil)
        #expect(span.attributes["error.type"] == nil)
    }

    @Test func traceGoesToTheUpstream() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "ada"))
        let span = try #require(trial.received.clientSpans.first)
        #expect(trial.greeting.traceparent == "00-\(span.traceID)-\(span.spanID)-01")
    }

    @Test func traceOfTheCallerContinues() async throws {
        let (trace, parent) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        let trial = try await Trial.run(GreetingTarget(name: "ada", traceparent: "00-\(trace)-\(parent)-01"))
        let server = try #require(trial.received.spans.first { $0.kind == "server" })
        #expect(server.parentSpanID == parent)
        #expect(trial.received.spans.count == 2)
        #expect(trial.received.spans.allSatisfy { $0.traceID == trace })
    }

    @Test func eachAttemptHasASpan() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "flaky"))
        let spans = trial.received.clientSpans
        try #require(spans.count == 2)
        #expect(spans.map(\.name) == ["GET /users/{name}", "GET /users/{name}"])
        #expect(spans[0].status == "error")
        #expect(spans[0].attributes["error.type"] == "503")
        #expect(spans[0].attributes["http.response.status_code"] == 503)
        #expect(spans[0].attributes["http.request.resend_count"] == nil)
        #expect(spans[1].status == "unset")
        #expect(spans[1].attributes["http.response.status_code"] == 200)
        #expect(spans[1].attributes["http.request.resend_count"] == 1)
        #expect(Set(spans.map(\.parentSpanID)).count == 1)
        #expect(trial.greeting.traceparent == "00-\(spans[1].traceID)-\(spans[1].spanID)-01")
    }

    @Test func redirectHasASpanOfItsOwn() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "ada", isFormer: true))
        let spans = trial.received.clientSpans
        try #require(spans.count == 2)
        let server = try #require(trial.received.spans.first { $0.kind == "server" })
        #expect(spans.map(\.name) == ["GET /old/{name}", "GET"])
        #expect(spans[0].attributes["http.response.status_code"] == 302)
        #expect(spans[0].status == "unset")
        #expect(spans[1].attributes["http.response.status_code"] == 200)
        #expect(spans[1].attributes["http.request.resend_count"] == 1)
        #expect(spans.allSatisfy { $0.parentSpanID == server.spanID && $0.traceID == server.traceID })
        #expect(trial.greeting.traceparent == "00-\(spans[1].traceID)-\(spans[1].spanID)-01")
    }

    @Test func metricsArrive() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "flaky"))
        let durations = trial.received.metrics.filter { $0.name == "http.client.request.duration" }
        #expect(durations.count == 2)
        #expect(durations.allSatisfy { $0.unit == "s" && $0.kind == "histogram" && $0.count == 1 && $0.value > 0 })
        let failed = try #require(durations.first { $0.attributes["error.type"] == "503" })
        #expect(failed.attributes["http.request.method"] == "GET")
        #expect(failed.attributes["server.address"] == "127.0.0.1")
        let active = try #require(trial.received.metrics.first { $0.name == "http.client.active_requests" })
        #expect(active.value == 0)
        let retries = try #require(trial.received.metrics.first { $0.name == "talyn.client.retries" })
        #expect(retries.value == 1)
        #expect(retries.attributes == ["reason": "503"])
    }

    @Test func callIsOneLineInTheLogOfTheRequest() async throws {
        let trial = try await Trial.run(GreetingTarget(name: "flaky"))
        let entries = trial.logEntries.filter { $0.message == "call succeeded" }
        #expect(entries.count == 1)
        let metadata = try #require(entries.first?.metadata)
        #expect(metadata["url.template"] == "/users/{name}")
        #expect(metadata["attempts"] == "2")
        #expect(metadata["hb.request.id"] != nil)
    }
}
#endif
