public import _TalynFoundation

extension JSONDecoder {
    /// Whether the bytes are JSON by the rules of this decoder. It reads the whole text before it asks the type.
    public func isJSON(_ data: Data) -> Bool {
        (try? decode(Anything.self, from: data)) != nil
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
