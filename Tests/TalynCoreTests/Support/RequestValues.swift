/// Raw values as those who describe APIs write them.
enum RequestValues {
    enum State: String {
        case open = "is open"
    }

    enum Level: Int, CustomStringConvertible {
        case high = 3

        var description: String { "very high" }
    }

    struct Factor: RawRepresentable {
        var rawValue: Double
    }
}
