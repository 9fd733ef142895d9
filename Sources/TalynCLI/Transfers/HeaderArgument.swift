#if Tools
import ArgumentParser
import HTTPTypes

/// A header field, as it is written on the command line.
struct HeaderArgument: ExpressibleByArgument, Hashable {
    let name: String
    let value: String

    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":") else { return nil }
        let name = String(argument[..<colon])
        let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        guard HTTPField.Name(name) != nil, HTTPField.isValidValue(String(value)) else { return nil }
        self.name = name
        self.value = String(value)
    }
}
#endif
