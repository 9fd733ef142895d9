import _TalynSupport

// Failed expectations and `dump` show what a mirror leads to.

extension ReceivedRequest: CustomReflectable {
    /// The request with its secrets masked, and the length of its body.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "target": target?.targetName,
                "request": request,
                "body": body.lengthText,
                "pathParameters": pathParameters.keys.sorted(),
            ]
        )
    }
}

extension ReceivedPart: CustomReflectable {
    /// The names and the type of the part, and the length of its content.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            ["name": name, "fileName": fileName, "contentType": contentType, "body": body.lengthText]
        )
    }
}

extension RequestMatcher: CustomReflectable {
    public var customMirror: Mirror { Mirror(of: self, ["description": description]) }
}

extension Stub: CustomReflectable {
    public var customMirror: Mirror { Mirror(of: self, ["matcher": matcher, "times": times, "place": place]) }
}
