import Foundation

/// Turns the bytes of a body into elements: chunks are pushed in, elements are pulled out.
///
/// A parser does nothing by itself and waits for nothing. After ``next()`` has thrown, it must not be used any more.
protocol BodyParser<Element>: Sendable {
    associatedtype Element: Sendable

    /// Takes more bytes. Only when ``next()`` has given nil are those taken before used up.
    mutating func push(_ chunk: Data)

    /// The next element that is complete, or nil if that takes more bytes.
    mutating func next() throws(StreamError) -> Element?

    /// The element that the end of the body completes, if there is one. Asked for once, after ``next()`` has given nil.
    mutating func finish() -> Element?

    /// How many bytes of earlier chunks are kept for an element that isn't complete.
    var heldCount: Int { get }
}
