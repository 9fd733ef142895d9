import TalynCore
import _TalynFoundation
import _TalynSupport

// The mirrors of operations and their parameters, whose values can be secret.

extension APIOperation: CustomReflectable {
    /// The operation with its secrets masked. Of the body, it has the kind and the length.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "operationID": operationID,
                "tag": tag,
                "method": method.rawValue,
                "path": path.template,
                "baseURL": Redaction.default.url(baseURL.absoluteString),
                "query": query,
                "headerFields": Redaction.default.headerFields(headerFields).lines,
                "body": body,
                "security": security,
            ]
        )
    }
}

extension OperationBody: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(
            of: self,
            ["body": body, "contentType": contentType, "problem": problem.map { Redaction.default.text(of: $0) }]
        )
    }
}

extension MultipartForm: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(of: self, ["parts": parts, "problem": problem.map { Redaction.default.text(of: $0) }])
    }
}

extension HeaderItem: CustomReflectable {
    /// The name of the field, and its value unless it is a secret.
    public var customMirror: Mirror {
        let shown = name.map { Redaction.default.value(value, ofHeaderField: $0.rawName) }
        return Mirror(
            of: self,
            ["name": name?.rawName, "value": shown, "problem": problem.map { Redaction.default.text(of: $0) }]
        )
    }
}

extension QueryItem: CustomReflectable {
    /// The parameters, with their secrets masked.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "text": Redaction.default.parameters(text),
                "problem": problem.map { Redaction.default.text(of: $0) },
            ]
        )
    }
}
