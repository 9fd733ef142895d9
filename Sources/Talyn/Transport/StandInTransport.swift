/// A transport that stands in for that of a provider: it answers with stubs, or with what was recorded, or records.
///
/// A test's task tree can have one, see ``CallScope``; a provider that was given one of its own keeps it.
package protocol StandInTransport: AnyObject, Transport {
    /// Whether servers answer, if perhaps not always. Otherwise a completion handler runs as that of an immediate stub does.
    var isLive: Bool { get }
}
