#if os(Linux)
import Testing

@testable import TalynURLSession

struct ResponseBodyBufferStateMachineTests {
    private var machine = ResponseBodyBufferStateMachine(chunkSize: 10)

    @Test mutating func readerThatKeepsUpNeedsNoFile() {
        #expect(machine.receive(5) == .forward)
        #expect(machine.receive(500) == .forward)
        #expect(machine.refill() == .stop)
        #expect(machine.receiveLast() == .forward)
        #expect(machine.receive(5) == .ignore)
        #expect(machine.receiveLast() == .ignore)
    }

    @Test mutating func chunksAfterAFullExchangeAreStoredAndReadInOrder() {
        #expect(machine.receive(5) == .forward)
        machine.exchangeIsFull()
        #expect(machine.receive(7) == .store)
        #expect(machine.receive(8) == .store)
        #expect(machine.refill() == .read(offset: 0, count: 10))
        #expect(machine.receive(1) == .store)
        #expect(machine.refill() == .read(offset: 10, count: 6))
        #expect(machine.refill() == .clear)
        #expect(machine.receive(5) == .forward)
        machine.exchangeIsFull()
        #expect(machine.receive(3) == .store)
        #expect(machine.refill() == .read(offset: 0, count: 3))
    }

    @Test mutating func endComesAfterTheStoredChunks() {
        machine.exchangeIsFull()
        #expect(machine.receive(3) == .store)
        #expect(machine.receiveLast() == .store)
        #expect(machine.receive(3) == .ignore)
        #expect(machine.receiveLast() == .ignore)
        #expect(machine.refill() == .read(offset: 0, count: 3))
        #expect(machine.refill() == .end)
        #expect(machine.refill() == .stop)
    }

    @Test mutating func droppedBufferIgnoresFurtherChunks() {
        machine.exchangeIsFull()
        #expect(machine.receive(3) == .store)
        machine.drop()
        #expect(machine.refill() == .stop)
        #expect(machine.receive(3) == .ignore)
        #expect(machine.receiveLast() == .ignore)
        machine.exchangeIsFull()
        #expect(machine.receive(3) == .ignore)
    }
}
#endif
