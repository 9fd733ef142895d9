import Foundation
package import TalynCore

/// A transport that answers when the test lets it, and remembers what was under way. A call goes by the name at the end of
/// its path.
package final class HeldTransport: Transport {
    private struct State {
        var isOpen = false
        var released: Set<String> = []
        var sent: [String] = []
        var ended: [String] = []
        var cancelled: Set<String> = []
        var underWay = 0
        var most = 0
    }

    private let state = Watched(State())
    private let body: @Sendable (_ name: String) throws -> String

    /// - Parameter body: The body of the answer to a call.
    package init(_ body: @escaping @Sendable (_ name: String) throws -> String = { #"{"name":"\#($0)"}"# }) {
        self.body = body
    }

    /// The calls that were sent, in order.
    package var sent: [String] { state.value.sent }

    /// The calls that were cancelled under way.
    package var cancelled: Set<String> { state.value.cancelled }

    /// How many calls are under way.
    package var underWay: Int { state.value.underWay }

    /// How many calls were under way at the same time, at most.
    package var most: Int { state.value.most }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let name = request.url?.lastPathComponent ?? ""
        state.update { state in
            state.sent.append(name)
            state.underWay += 1
            state.most = max(state.most, state.underWay)
        }
        await state.wait { $0.isOpen || $0.released.contains(name) }
        let isCancelled = Task.isCancelled
        state.update { state in
            state.underWay -= 1
            state.ended.append(name)
            if isCancelled { state.cancelled.insert(name) }
        }
        try Task.checkCancellation()
        return TransportResponse(statusCode: 200, body: HTTPBody(Data(try body(name).utf8)))
    }

    /// Lets a call be answered.
    package func release(_ name: some CustomStringConvertible) {
        state.update { _ = $0.released.insert("\(name)") }
    }

    /// Lets every call be answered.
    package func open() {
        state.update { $0.isOpen = true }
    }

    /// Suspends until `count` calls have been sent.
    package func sent(atLeast count: Int) async {
        await state.wait { $0.sent.count >= count }
    }

    /// Suspends until `count` calls have ended.
    package func ended(atLeast count: Int) async {
        await state.wait { $0.ended.count >= count }
    }
}

extension Sequence<Int> {
    /// A target for each number.
    package var users: [Zen] { map { .user("\($0)") } }
}
