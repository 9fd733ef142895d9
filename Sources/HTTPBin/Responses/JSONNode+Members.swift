#if Tools
import _TalynSupport

extension JSONNode {
    /// The one string of `values`, or an array of them.
    init(oneOrMore values: [String]) {
        self = values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
    }

    /// An object of members without an order.
    static func object(_ members: [String: JSONNode]) -> JSONNode {
        .object(members.map { Member($0.key, $0.value) })
    }
}
#endif
