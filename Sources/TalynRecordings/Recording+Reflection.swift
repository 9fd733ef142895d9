import TalynCore
import _TalynFoundation
import _TalynSupport

extension Recording: CustomReflectable {
    /// The entries with their secrets masked, since a file of another program can have any.
    public var customMirror: Mirror {
        Mirror(of: self, ["entries": entries, "file": file?.path, "problems": problems.map(\.description)])
    }
}

extension Recording.Entry: CustomReflectable {
    /// The entry with its secrets masked. Of the bodies, it has the lengths.
    public var customMirror: Mirror {
        let request = URL(string: url).map {
            OutgoingRequest(url: $0, headerFields: requestHeaderFields, body: requestBody.map { HTTPBody($0) })
        }
        let redaction = Redaction.default.masking(secretsOf: request)
        return Mirror(
            of: self,
            [
                "target": target?.description,
                "method": method,
                "url": redaction.url(url),
                "requestHeaderFields": redaction.headerFields(requestHeaderFields).lines,
                "requestBody": requestBody?.lengthText,
                "statusCode": statusCode,
                "headerFields": redaction.headerFields(headerFields).lines,
                "body": body?.lengthText,
                "responseURL": responseURL.map { redaction.url($0) },
                "failure": failure,
                "isTruncated": isTruncated,
                "duration": duration,
                "conversation": conversation,
            ]
        )
    }
}
