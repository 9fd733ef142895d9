#if AsyncHTTPClient && os(Linux)
import TalynCore
import _TalynSupport

/// The observers of a transport's connections, as weak references.
final class ConnectionObservers: Sendable {
    private struct Reference {
        weak var observer: (any ConnectionObserver)?
    }

    private let references = Lock<[Reference]>([])

    /// Adds an observer, unless it is there already.
    func add(_ observer: any ConnectionObserver) {
        references.withLock { references in
            references.removeAll { $0.observer == nil || $0.observer === observer }
            references.append(Reference(observer: observer))
        }
    }

    /// One observer for each destination.
    var current: [ObjectIdentifier: any ConnectionObserver] {
        let observers = references.withLock { $0.isEmpty ? [] : $0.compactMap(\.observer) }
        return observers.isEmpty ? [:] : Dictionary(observers.map { ($0.destination, $0) }) { first, _ in first }
    }
}
#endif
