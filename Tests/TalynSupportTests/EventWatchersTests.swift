import Testing
import _TalynSupport

struct EventWatchersTests {
    @Test func eventsOfSeveralThreadsKeepTheirOrder() async {
        for _ in 0..<100 {
            let watchers = EventWatchers<Int>()
            let stream = watchers.stream()
            let count = Locked(0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<15 {
                            count.withLock {
                                $0 += 1
                                watchers.add($0)
                            }
                            watchers.send()
                        }
                    }
                }
            }
            var events: [Int] = []
            for await event in stream {
                events.append(event)
                if event == 60 { break }
            }
            #expect(events == Array(1...60))
        }
    }

    @Test func eventsOfNobodyAreNotKept() async {
        let watchers = EventWatchers<Int>()
        watchers.add(1)
        let stream = watchers.stream()
        watchers.add(2)
        watchers.send()
        for await event in stream {
            #expect(event == 2)
            break
        }
    }

    /// A reader that starts between `add` and `send` has seen the event as the current state.
    @Test func readerWithAFirstEventGetsNoEarlierOne() async {
        let watchers = EventWatchers<Int>()
        let early = watchers.stream()
        watchers.add(1)
        watchers.add(2)
        let late = watchers.stream(startingWith: 2)
        watchers.send()
        watchers.add(3)
        watchers.finish()
        watchers.send()
        var events: [Int] = []
        for await event in early { events.append(event) }
        #expect(events == [1, 2, 3])
        events = []
        for await event in late { events.append(event) }
        #expect(events == [2, 3])
        events = []
        for await event in watchers.stream(startingWith: 3) { events.append(event) }
        #expect(events == [3])
    }
}
