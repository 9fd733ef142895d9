package import TalynCore
import Testing

extension AsyncSequence {
    /// All elements, and the failure if there is one. (`Failure` isn't known before macOS 15 and iOS 18.)
    package func collected() async -> (elements: [Element], failure: TalynError?) {
        var elements: [Element] = []
        do {
            for try await element in self { elements.append(element) }
            return (elements, nil)
        } catch {
            if !(error is TalynError) { Issue.record(error, "Only a TalynError may end the sequence.") }
            return (elements, error as? TalynError)
        }
    }
}
