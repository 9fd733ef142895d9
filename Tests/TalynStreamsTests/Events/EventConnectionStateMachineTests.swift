import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

struct EventConnectionStateMachineTests {
    private typealias Decision = EventConnectionStateMachine.Decision

    private func machine(
        _ reconnection: ServerSentEvent.Reconnection = ServerSentEvent.Reconnection(),
        isOpen: Bool = true
    ) -> EventConnectionStateMachine {
        var machine = EventConnectionStateMachine(reconnection)
        if isOpen { machine.opened() }
        return machine
    }

    private static let lost = TalynError(TransportError(.connectionLost))

    private static func refused(_ status: Int) -> TalynError {
        TalynError(.unacceptableStatus, response: Response(statusCode: status, data: Data(), headerFields: [:]))
    }

    @Test func serverIsLeftAloneForTheUsualTimeOrTheOneThatItTold() {
        var random = ConstantGenerator.least
        var machine = machine()
        func pause(_ error: TalynError?, _ delayOfServer: Duration?) -> Decision {
            machine.received()
            return machine.ended(by: error, isOpen: true, delayOfServer: delayOfServer, random: &random)
        }
        #expect(pause(nil, nil) == .reconnect(after: .seconds(3)))
        #expect(pause(Self.lost, .milliseconds(70)) == .reconnect(after: .milliseconds(70)))
        #expect(pause(nil, .zero) == .reconnect(after: .milliseconds(50)))
    }

    /// A server that restarts cuts handshakes off. A certificate that isn't trusted stays so.
    @Test func refusedCertificateEndsTheStream() {
        var random = ConstantGenerator.least
        var failure = TransportError(.secureConnectionFailed)
        var machine = machine()
        func decision() -> Decision {
            machine.ended(by: TalynError(failure), isOpen: false, delayOfServer: nil, random: &random)
        }
        #expect(decision() != .fail)
        failure.detail = .untrustedServer
        #expect(decision() == .fail)
        failure.detail = nil
        failure.detail = .refusedClientCertificate
        #expect(decision() == .fail)
    }

    @Test func eachPauseHasJitter() {
        var random = ConstantGenerator.most
        var machine = machine()
        machine.received()
        let decision = machine.ended(by: nil, isOpen: true, delayOfServer: .seconds(2), random: &random)
        #expect(decision == .reconnect(after: .seconds(3)))
    }

    /// A server that accepts each connection and closes it isn't called again and again without a pause.
    @Test func backOffGrowsWhileConnectionsBringNoEvent() {
        var random = ConstantGenerator.most
        var machine = machine(ServerSentEvent.Reconnection(maximumBackoff: .seconds(8), maximumFailures: 1))
        func pause() -> Decision {
            machine.opened()
            return machine.ended(by: Self.lost, isOpen: true, delayOfServer: .zero, random: &random)
        }
        let waits = (0..<5).map { _ in pause() }
        #expect(waits == [1_050, 2_050, 4_050, 8_050, 8_050].map { Decision.reconnect(after: .milliseconds($0)) })
        machine.received()
        #expect(pause() == .reconnect(after: .milliseconds(75)))
        #expect(pause() == .reconnect(after: .milliseconds(1_050)))
    }

    @Test func failureBeforeTheFirstConnectionIsTheCallers() {
        var random = ConstantGenerator.most
        var machine = machine(isOpen: false)
        #expect(machine.ended(by: Self.lost, isOpen: false, delayOfServer: nil, random: &random) == .fail)
    }

    @Test(arguments: [429, 500, 503])
    func outageOfTheServerIsWaitedFor(status: Int) {
        var random = ConstantGenerator.least
        var machine = machine()
        let decision = machine.ended(by: Self.refused(status), isOpen: false, delayOfServer: nil, random: &random)
        #expect(decision == .reconnect(after: .seconds(3)))
    }

    @Test func pauseOfMoreThanAnHourIsFinal() {
        var random = ConstantGenerator.least
        var machine = machine()
        let error = Self.refused(503)
        #expect(machine.ended(by: error, isOpen: false, delayOfServer: .seconds(3_601), random: &random) == .fail)
    }

    @Test func rejectionByAPluginIsWaitedFor() {
        var random = ConstantGenerator.least
        var machine = machine()
        let error = TalynError(RejectionError(.circuitOpen))
        let decision = machine.ended(by: error, isOpen: false, delayOfServer: nil, random: &random)
        #expect(decision == .reconnect(after: .seconds(3)))
    }

    @Test(arguments: [400, 401, 404])
    func refusalIsFinal(status: Int) {
        var random = ConstantGenerator.least
        var machine = machine()
        #expect(machine.ended(by: Self.refused(status), isOpen: false, delayOfServer: nil, random: &random) == .fail)
    }

    @Test(arguments: [
        TalynError.cancelled, TalynError(StreamError.tooLong(.event, number: 1, limit: 1)),
        TalynError(TransportError(.deadlineExceeded)), TalynError(TransportError(.responseTooLarge)),
    ])
    func permanentErrorEndsTheStream(error: TalynError) {
        var random = ConstantGenerator.least
        var machine = machine()
        #expect(machine.ended(by: error, isOpen: true, delayOfServer: nil, random: &random) == .fail)
    }

    @Test func backOffGrowsWhileTheServerCannotBeReachedAndEndsWithAnEvent() {
        var random = ConstantGenerator.most
        var machine = machine(ServerSentEvent.Reconnection(delay: .seconds(2), maximumBackoff: .seconds(10)))
        let waits = (0..<5).map { _ in machine.ended(by: Self.lost, isOpen: false, delayOfServer: nil, random: &random)
        }
        #expect(waits == [4, 6, 10, 12, 12].map { Decision.reconnect(after: .seconds($0)) })
        machine.opened()
        machine.received()
        #expect(
            machine.ended(by: nil, isOpen: true, delayOfServer: nil, random: &random) == .reconnect(after: .seconds(3))
        )
        #expect(
            machine.ended(by: Self.lost, isOpen: false, delayOfServer: nil, random: &random)
                == .reconnect(after: .seconds(4))
        )
    }

    @Test func soManyConnectionsInARowMayFail() {
        var random = ConstantGenerator.least
        var machine = machine(ServerSentEvent.Reconnection(maximumFailures: 3))
        for _ in 1...2 {
            let decision = machine.ended(by: Self.lost, isOpen: false, delayOfServer: nil, random: &random)
            #expect(decision == .reconnect(after: .seconds(3)))
        }
        #expect(machine.ended(by: Self.lost, isOpen: false, delayOfServer: nil, random: &random) == .fail)
    }

    private static let silent = TalynError(
        TransportError(.timedOut, underlyingError: StreamError.noEvent(within: .seconds(30)))
    )

    /// Such as one that sends comments only.
    @Test func connectionWithoutAnEventInTimeHasFailed() {
        var random = ConstantGenerator.least
        var machine = machine(ServerSentEvent.Reconnection(maximumFailures: 3))
        func decision(_ error: TalynError?, hasEvent: Bool = false) -> Decision {
            machine.opened()
            if hasEvent { machine.received() }
            return machine.ended(by: error, isOpen: true, delayOfServer: nil, random: &random)
        }
        for _ in 1...2 { #expect(decision(Self.silent) != .fail) }
        #expect(decision(Self.silent, hasEvent: true) != .fail)
        for _ in 1...2 { #expect(decision(Self.silent) != .fail) }
        #expect(decision(nil) != .fail)
        for _ in 1...2 { #expect(decision(Self.silent) != .fail) }
        #expect(decision(Self.silent) == .fail)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func timesOfNothingAreTaken(delay: Duration) {
        var random = ConstantGenerator.most
        var machine = machine(ServerSentEvent.Reconnection(delay: delay, maximumBackoff: delay))
        #expect(machine.ended(by: nil, isOpen: true, delayOfServer: nil, random: &random) == .reconnect(after: .zero))
        #expect(
            machine.ended(by: Self.lost, isOpen: false, delayOfServer: nil, random: &random) == .reconnect(after: .zero)
        )
    }
}
