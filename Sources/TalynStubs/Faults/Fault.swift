/// A fault of a network, as a part of a ``FaultScript``.
///
/// Values outside of their range are replaced by the nearest one inside, such as a rate above 1 or a negative size.
public struct Fault: Sendable {
    enum Kind: Sendable {
        case latency(Latency)
        case throughput(bytesPerSecond: Int)
        case chunks(ClosedRange<Int>)
        case failure(Failure, rate: Double)
        case calls(@Sendable (Int) -> Bool, [Fault])
        case steps([Fault])
    }

    let kind: Kind

    /// A delay of the head of the response.
    ///
    /// A latency above the request's `idleTimeout` fails the call with `TransportError.Kind.timedOut` after that
    /// interval.
    public static func latency(_ duration: Duration) -> Fault { latency(.fixed(duration)) }

    /// A random delay of the head of each response.
    public static func latency(_ latency: Latency) -> Fault { Fault(kind: .latency(latency)) }

    /// A limit of the speed of the response's body, at least one byte per second.
    ///
    /// Without `chunks(of:)`, the body comes in chunks of a tenth of a second, and of at most 64 KiB.
    public static func throughput(bytesPerSecond: Int) -> Fault {
        Fault(kind: .throughput(bytesPerSecond: max(bytesPerSecond, 1)))
    }

    /// A body in chunks of this size, at least one byte. The last chunk may be smaller.
    public static func chunks(of size: Int) -> Fault { chunks(of: size...size) }

    /// A body in chunks of random sizes from a range. The last chunk may be smaller.
    public static func chunks(of sizes: ClosedRange<Int>) -> Fault {
        let largest = 1 << 30
        return Fault(kind: .chunks(min(max(sizes.lowerBound, 1), largest)...min(max(sizes.upperBound, 1), largest)))
    }

    /// A failure of all or some of the calls.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - rate: The share of the calls that fail, from 0 to 1.
    public static func failing(_ failure: Failure, rate: Double = 1) -> Fault {
        Fault(kind: .failure(failure, rate: rate > 0 ? min(rate, 1) : 0))
    }

    /// Faults of some calls only, which count from 1: `.calls(1...2, .failing(.timeout))`.
    public static func calls(_ numbers: some RangeExpression<Int> & Sendable, _ faults: Fault...) -> Fault {
        Fault(kind: .calls({ numbers.contains($0) }, faults))
    }

    /// One fault for each call, in this order. They don't affect further calls.
    public static func steps(_ faults: Fault...) -> Fault { Fault(kind: .steps(faults)) }
}
