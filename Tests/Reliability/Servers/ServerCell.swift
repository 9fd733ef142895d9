#if Tools && os(Linux)
import Foundation
import HTTPTypes

/// The figures of one server, one protocol and one scenario.
struct ServerCell: Sendable {
    let server: String
    let wire: Wire
    let scenario: Scenario
    /// Whether a lost POST is a fault of the client.
    let mustKeepPOST: Bool
    /// The reason why the scenario isn't played.
    var gap: String?
    var talyn: [CallOutcome] = []
    var curl: [CallOutcome] = []
    /// The number of times that each call has arrived.
    var arrivals: [Int: Int] = [:]

    /// The figures of one client.
    struct Figures {
        var made = 0
        var answered = 0
        var repeated = 0
        /// Calls that the server ended: with a part of a response, or since it didn't run.
        var ended = 0
        var lostIdempotent = 0
        var lostPOST = 0
        var twiceIdempotent = 0
        var twicePOST = 0

        var lost: Int { lostIdempotent + lostPOST }

        static func + (first: Figures, second: Figures) -> Figures {
            Figures(
                made: first.made + second.made,
                answered: first.answered + second.answered,
                repeated: first.repeated + second.repeated,
                ended: first.ended + second.ended,
                lostIdempotent: first.lostIdempotent + second.lostIdempotent,
                lostPOST: first.lostPOST + second.lostPOST,
                twiceIdempotent: first.twiceIdempotent + second.twiceIdempotent,
                twicePOST: first.twicePOST + second.twicePOST
            )
        }
    }

    func figures(_ outcomes: [CallOutcome]) -> Figures {
        var figures = Figures()
        for outcome in outcomes {
            figures.made += 1
            if outcome.repetitions > 0 { figures.repeated += 1 }
            let isTwice = arrivals[outcome.number, default: 0] > 1
            if outcome.method == .post {
                if isTwice { figures.twicePOST += 1 }
            } else if isTwice {
                figures.twiceIdempotent += 1
            }
            switch outcome.result {
            case .answered: figures.answered += 1
            case .cut, .refused: figures.ended += 1
            case .failed where outcome.method == .post: figures.lostPOST += 1
            case .failed: figures.lostIdempotent += 1
            }
        }
        return figures
    }

    /// The number of lost POSTs that a client can't prove to be unprocessed.
    var allowedLosses: Int { mustKeepPOST ? 0 : figures(talyn).lostPOST }

    /// The broken promises.
    var faults: [String] {
        let figures = figures(talyn)
        var faults: [String] = []
        if figures.lostIdempotent > 0 { faults.append("\(figures.lostIdempotent) GETs and PUTs are lost") }
        if figures.lostPOST > allowedLosses { faults.append("\(figures.lostPOST) POSTs are lost") }
        if figures.twicePOST > 0 { faults.append("\(figures.twicePOST) POSTs have arrived twice") }
        if gap == nil, figures.made == 0 { faults.append("no call was made") }
        return faults
    }

    /// The lost calls by method, by cause, and by the number of times that they have arrived.
    var causes: [(text: String, count: Int)] {
        var counts: [String: Int] = [:]
        for outcome in talyn + curl {
            if case .failed(let cause) = outcome.result {
                counts[
                    "\(outcome.method), arrived \(arrivals[outcome.number, default: 0]) times: \(cause)",
                    default: 0
                ] += 1
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}
#endif
