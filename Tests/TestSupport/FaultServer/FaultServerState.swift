/// What happened on a fault server so far.
struct FaultServerState: Sendable {
    /// The requests whose head has arrived.
    var heads: [ReceivedRequest] = []

    /// The requests that have arrived as a whole.
    var requests: [ReceivedRequest] = []

    /// How many connections the server has accepted.
    var connectionCount = 0
    var sentBytes = 0

    /// The connections that have ended.
    var closedConnections: Set<Int> = []

    /// How many waits the test has released that no connection has taken yet.
    var releases = 0
}
