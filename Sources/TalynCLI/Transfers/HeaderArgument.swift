#if Tools
import ArgumentParser
import HTTPTypes

/// A header field on the command line: `name: value`.
struct HeaderArgument: ExpressibleByArgument, Hashable {
    let name: HTTPField.Name
    let value: String

    init?(argument: String) {
        guard let colon = argument.firstIndex(of: ":") else { return nil }
        let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        guard let name = HTTPField.Name(String(argument[..<colon])), HTTPField.isValidValue(String(value)) else {
            return nil
        }
        self.name = name
        self.value = String(value)
    }
}
#endif
