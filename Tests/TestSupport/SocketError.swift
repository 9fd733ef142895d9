/// The failure of a call to the system's sockets.
package struct SocketError: Error {
    /// The value of `errno`.
    package let code: Int32
}
