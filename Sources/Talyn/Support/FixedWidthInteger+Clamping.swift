extension FixedWidthInteger {
    /// The integer that is nearest to the number, with its fraction cut off; zero for what is no number.
    ///
    /// `Int` has 32 bits on some watches, where `Int(_:)` traps on 3 GB.
    package init(clamping number: Double) {
        if number.isNaN {
            self = 0
        } else {
            self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        }
    }
}
