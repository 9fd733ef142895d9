/// The result of a call to which the server answers with nothing worth reading.
///
/// Decodes from any JSON, `null` included. As the result of a call it takes any body, unless the target's
/// ``TargetType/envelope`` has to be read.
public struct EmptyResult: Decodable, Sendable, Hashable {
    /// Creates the only value there is.
    public init() {}

    public init(from decoder: any Decoder) {}
}
