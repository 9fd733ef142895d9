import TalynCore
import _TalynFoundation
import _TalynSupport

extension Recording.Conversation {
    /// The changes of a live conversation to this recorded one: in the messages of the server and in the close code.
    func changes(to live: Recording.Conversation) -> [DriftReport.Change] {
        var changes: [DriftReport.Change] = []
        let path = "messages[]"
        switch (shape, live.shape) {
        case (let recorded?, let live?): changes += recorded.differences(to: live, at: path)
        case (nil, let live?): changes.append(.added(path: path, type: live.text))
        case (_?, nil): changes.append(.missing(path: path))
        case (nil, nil): break
        }
        if isPartial || live.isPartial { changes = [.notCompared] }
        if let code = end?.code, let other = live.end?.code, code != other {
            changes.append(.closeCode(recorded: code, live: other))
        }
        return changes
    }

    /// Whether messages are missing, whose shape isn't known.
    private var isPartial: Bool {
        if case .incomplete = ending { return true }
        return messages.contains(where: \.isCutOff)
    }

    /// The common shape of the server's messages; nil without any.
    private var shape: JSONShape? {
        let received = messages.filter { !$0.isSent }
        guard !received.isEmpty else { return nil }
        var shape = JSONShape()
        for message in received {
            switch message.content {
            case .data:
                shape.kinds.insert("data")
            case .text(let text):
                let isJSON = BodyRedaction.startsAsJSON(text)
                if isJSON, let node = try? JSONNode(json: Data(text.utf8)) {
                    shape.add(node)
                } else {
                    shape.kinds.insert("text")
                }
            }
        }
        return shape
    }
}
