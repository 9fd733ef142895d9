import Testing

@testable import TalynStubs

struct StubChoiceTests {
    private func choice(_ times: StubTimes..., isOrdered: Bool = false) -> StubChoice {
        var choice = StubChoice(isOrdered: isOrdered)
        for times in times { choice.add(times: times, isFallback: false) }
        return choice
    }

    @Test func onlyMatchAnswersAndIsCounted() {
        var choice = choice(.atLeast(1), .atLeast(1))
        #expect(choice.choose(from: [1]) == .answer(stub: 1, use: 0))
        #expect(choice.choose(from: [1]) == .answer(stub: 1, use: 1))
        #expect(choice.choose(from: []) == .nothingMatches)
        #expect(choice.unfinished == [0])
    }

    @Test func twoMatchesAreAmbiguousUntilOneIsUsedUp() {
        var choice = choice(.once, .atLeast(1))
        #expect(choice.choose(from: [0, 1]) == .ambiguous([0, 1]))
        #expect(choice.choose(from: [0]) == .answer(stub: 0, use: 0))
        #expect(choice.choose(from: [0, 1]) == .answer(stub: 1, use: 0))
    }

    @Test func usedUpStubAnswersNoMore() {
        var choice = choice(.exactly(2))
        _ = choice.choose(from: [0])
        _ = choice.choose(from: [0])
        #expect(choice.choose(from: [0]) == .usedUp(stub: 0))
        #expect(choice.unfinished.isEmpty)
    }

    @Test func forbiddenStubIsUsedUpImmediately() {
        var choice = choice(.exactly(0))
        #expect(choice.choose(from: [0]) == .usedUp(stub: 0))
    }

    @Test func lastFallbackAnswersUnmatchedCalls() {
        var choice = choice(.once)
        choice.add(times: .any, isFallback: true)
        choice.add(times: .any, isFallback: true)
        #expect(choice.choose(from: [0, 1, 2]) == .answer(stub: 0, use: 0))
        #expect(choice.choose(from: [0, 1, 2]) == .answer(stub: 2, use: 0))
        #expect(choice.unfinished.isEmpty)
    }

    @Test func orderedStubsAnswerInTheirOrderOnly() {
        var choice = choice(.once, .exactly(2), .any, .once, isOrdered: true)
        #expect(choice.choose(from: [1]) == .tooEarly(stub: 1, expected: 0))
        #expect(choice.choose(from: [0]) == .answer(stub: 0, use: 0))
        #expect(choice.choose(from: [3]) == .tooEarly(stub: 3, expected: 1))
        #expect(choice.choose(from: [1, 2]) == .answer(stub: 1, use: 0))
        #expect(choice.choose(from: [1, 2]) == .answer(stub: 1, use: 1))
        #expect(choice.choose(from: [1, 2]) == .answer(stub: 2, use: 0))
        #expect(choice.choose(from: [3]) == .answer(stub: 3, use: 0))
    }

    @Test func orderedStubIsNotCalledAgainAfterALaterOne() {
        var choice = choice(.atLeast(1), .atLeast(1), isOrdered: true)
        #expect(choice.choose(from: [0]) == .answer(stub: 0, use: 0))
        #expect(choice.choose(from: [0]) == .answer(stub: 0, use: 1))
        #expect(choice.choose(from: [1]) == .answer(stub: 1, use: 0))
        #expect(choice.choose(from: [0]) == .tooLate(stub: 0, called: 1))
    }

    @Test func orderedStubsOfTheSameRequestAnswerInTurn() {
        var choice = choice(.atLeast(1), .atLeast(1), .atLeast(1), isOrdered: true)
        #expect(choice.choose(from: [0, 2]) == .answer(stub: 0, use: 0))
        #expect(choice.choose(from: [1]) == .answer(stub: 1, use: 0))
        #expect(choice.choose(from: [0, 2]) == .answer(stub: 2, use: 0))
        #expect(choice.unfinished.isEmpty)
    }

    @Test func forbiddenStubFailsTheCall() {
        var choice = choice(.exactly(0), .any)
        choice.add(times: .any, isFallback: true)
        #expect(choice.choose(from: [0, 1, 2]) == .usedUp(stub: 0))
    }
}
