/// A queue: the first element that was added is the first one that leaves.
///
/// Adding and removing an element takes constant time on average. The queue doesn't hold elements that have left.
public struct Queue<Element> {
    @usableFromInline var added: [Element] = []
    /// The elements before those, the first one at the end.
    @usableFromInline var reversed: [Element] = []

    @inlinable public init() {}

    @inlinable public var count: Int { added.count + reversed.count }

    @inlinable public var isEmpty: Bool { added.isEmpty && reversed.isEmpty }

    @inlinable public mutating func append(_ element: Element) {
        added.append(element)
    }

    /// Removes the first element; nil if the queue is empty.
    @inlinable public mutating func popFirst() -> Element? {
        if reversed.isEmpty {
            // In place, so that both arrays keep their memory.
            swap(&added, &reversed)
            reversed.reverse()
        }
        return reversed.popLast()
    }
}

extension Queue: Sendable where Element: Sendable {}
