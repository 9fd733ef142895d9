/// Those who wait for their turn: the more urgent first, the others in the order in which they came.
struct WaitingLine<Waiter> {
    struct Place {
        let id: Int
        let priority: RequestPriority
        let waiter: Waiter
    }

    /// How somebody stood who leaves the line before its turn, or without having taken it.
    enum Standing {
        case waiting
        case expelled
        /// Its turn has come, and it can't take it.
        case called
    }

    private(set) var places: [Place] = []
    /// Who has been sent away and doesn't know yet.
    private var expelled: Set<Int> = []

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    /// Whether everybody has left, those who were sent away too.
    var isForgotten: Bool { places.isEmpty && expelled.isEmpty }

    /// How many have their turn before somebody who comes now.
    func position(for priority: RequestPriority) -> Int {
        // From the back: most have the same priority.
        var index = places.endIndex
        while index > 0, places[index - 1].priority < priority { index -= 1 }
        return index
    }

    mutating func insert(_ waiter: Waiter, id: Int, priority: RequestPriority) {
        places.insert(Place(id: id, priority: priority, waiter: waiter), at: position(for: priority))
    }

    /// Whose turn it is; it leaves the line.
    mutating func callFirst() -> Place? {
        places.isEmpty ? nil : places.removeFirst()
    }

    /// Sends somebody away, who has to ``leave(_:)`` on hearing of it.
    mutating func expel(at index: Int) -> Waiter {
        let place = places.remove(at: index)
        expelled.insert(place.id)
        return place.waiter
    }

    /// Somebody goes away, whether it still waits or not.
    mutating func leave(_ id: Int) -> Standing {
        if let index = places.firstIndex(where: { $0.id == id }) {
            places.remove(at: index)
            return .waiting
        }
        return expelled.remove(id) == nil ? .called : .expelled
    }
}
