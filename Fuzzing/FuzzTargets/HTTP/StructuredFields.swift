#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

extension FuzzTarget {
    /// Structured fields that are written again are parsed to the same ones.
    static let structuredFields = FuzzTarget("structured-fields") { input in
        let text = input.text
        if let item = StructuredField.item(text) {
            let again = item.text.flatMap { StructuredField.item($0) }
            requireEqual(again, item, "An item is written and parsed without loss.")
        }
        if let list = StructuredField.list(text) {
            require(list.count <= text.utf8.count, "A member has at least one byte.")
            let again = StructuredField.text(of: list).flatMap { StructuredField.list($0) }
            requireEqual(again, list, "A list is written and parsed without loss.")
        }
        if let dictionary = StructuredField.dictionary(text) {
            let again = StructuredField.text(of: dictionary).flatMap { StructuredField.dictionary($0) }
            requireEqual(again, dictionary, "A dictionary is written and parsed without loss.")
        }
    }

    /// The limits of servers are bounded, and stop calls for a bounded time.
    static let rateLimits = FuzzTarget("rate-limits") { input in
        let status = input.element(of: [200, 429, 503])
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        var fields = HTTPFields()
        for name in input.element(of: names) { fields.append(HTTPField(name: name, value: input.line())) }
        guard let limits = ServerLimits(fields, status: status, at: { now }) else { return }
        var machine = RateLimitStateMachine<Int>(interval: .zero, burst: 1, maximumDelay: .seconds(3_600))
        func begin(at time: Duration) -> RateLimitStateMachine<Int>.Admission? {
            let entry = machine.enter("", priority: .normal, maximumWait: nil, now: time, makeWaiter: { 0 })
            return if case .admitted(let admission) = entry.decision { admission } else { nil }
        }
        guard let first = begin(at: .zero) else { fatalError("Violated property: The first call passes.") }
        machine.follow(limits, "", first, now: .zero)
        if let limit = limits.strictest {
            require(limit.remaining >= 0 && limit.limit ?? 0 >= 0, "A count isn't negative.")
            require(limit.reset >= .zero && limit.reset <= .longest, "A reset is bounded.")
        }
        _ = begin(at: .zero)
        if let next = machine.nextTime(of: "") {
            require(next > .zero && next <= .seconds(3_600), "A server stops calls for an hour at most.")
            require(machine.serve("", now: next).count == 1, "A waiting call passes at its time.")
        }
    }

    /// A problem document is read with all its members.
    static let problemDetails = FuzzTarget("problem-details") { input in
        let data = input.data
        guard let problem = ProblemDetails(data) else { return }
        guard let other = try? JSONDecoder().decode([String: EmptyResult].self, from: data) else {
            fatalError("Violated property: A document is an object.")
        }
        require(problem.extensionNames.isSubset(of: other.keys), "Extension members are members.")
        for name in problem.extensionNames {
            require(problem.decode(EmptyResult.self, for: name) != nil, "Each extension member is found.")
        }
    }

    private static let names: [[HTTPField.Name]] = [
        ["RateLimit", "RateLimit-Policy"], ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
        ["X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Limit", "Date"],
        ["X-RateLimit-Remaining", "X-RateLimit-Reset-After", "Retry-After", "Age"],
    ].map { $0.compactMap { HTTPField.Name($0) } }
}
#endif
