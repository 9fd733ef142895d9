import TalynCore
import _TalynFoundation
import _TalynSupport

extension ServerSentEvent: CustomReflectable {
    /// The event with its secrets masked, as in a log.
    public var customMirror: Mirror {
        let data = Redaction.default.text(ofBody: Data(data.utf8), contentType: nil)
        return Mirror(of: self, ["event": event, "data": data, "id": id, "retry": retry])
    }
}
