/// How many bytes of one of a call's bodies have been moved: what the pipeline tells of its progress.
///
/// It says what is so. When and how that is told to the caller is up to a ``TransferMeter``.
struct TransferCount: Sendable, Hashable {
    enum Direction: Sendable {
        /// The body of the request.
        case sent
        /// The body of the response.
        case received
    }

    let direction: Direction
    let completed: Int64
    /// The length of the body; nil if it isn't known.
    let total: Int64?
}
