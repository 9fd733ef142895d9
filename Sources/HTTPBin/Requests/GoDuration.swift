#if Tools
/// A time as Go writes it, such as `1.5s` or `200ms`; a bare number means seconds, as in go-httpbin.
struct GoDuration {
    let seconds: Double

    init?(_ text: String) {
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count)), number.isFinite, number >= 0
        else { return nil }
        seconds = number * unit.seconds
    }
}
#endif
