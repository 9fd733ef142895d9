/// Something that a network does to calls, a part of a ``FaultScript``.
///
/// Values that make no sense are taken for the nearest that do: a rate below 0 or above 1, a negative size or duration.
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

    /// The head of the response comes so much later.
    ///
    /// A latency above the request's `timeoutInterval` ends the call with `TransportError.Kind.timedOut` when that is over.
    public static func latency(_ duration: Duration) -> Fault { latency(.fixed(duration)) }

    /// The head of the response comes later by a time that is drawn for each call.
    public static func latency(_ latency: Latency) -> Fault { Fault(kind: .latency(latency)) }

    /// The body of the response comes no faster than so many bytes in a second; at least one.
    ///
    /// It comes in pieces of a tenth of a second, and of 64 KiB at most, if nothing else is said of its chunks.
    public static func throughput(bytesPerSecond: Int) -> Fault {
        Fault(kind: .throughput(bytesPerSecond: max(bytesPerSecond, 1)))
    }

    /// The body of the response comes in pieces of so many bytes, at least one; the last may be smaller.
    public static func chunks(of size: Int) -> Fault { chunks(of: size...size) }

    /// The body of the response comes in pieces of sizes that are drawn from a range; the last may be smaller.
    public static func chunks(of sizes: ClosedRange<Int>) -> Fault {
        let largest = 1 << 30
        return Fault(kind: .chunks(min(max(sizes.lowerBound, 1), largest)...min(max(sizes.upperBound, 1), largest)))
    }

    /// A share of the calls fails.
    ///
    /// - Parameters:
    ///   - failure: How.
    ///   - rate: How many of all calls fail, from 0 to 1.
    public static func failing(_ failure: Failure, rate: Double = 1) -> Fault {
        Fault(kind: .failure(failure, rate: rate > 0 ? min(rate, 1) : 0))
    }

    /// What happens to some calls only, which are counted from 1: `.calls(1...2, .failing(.timeout))`.
    public static func calls(_ numbers: some RangeExpression<Int> & Sendable, _ faults: Fault...) -> Fault {
        Fault(kind: .calls({ numbers.contains($0) }, faults))
    }

    /// The first call meets the first fault, the second call the second; those after the last meet none.
    public static func steps(_ faults: Fault...) -> Fault { Fault(kind: .steps(faults)) }
}
