import TalynCore
import TalynStubs
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
                "requestHeaderFields": redaction.lines(of: requestHeaderFields),
                "requestBody": requestBody.map { Redaction.length(of: $0) },
                "statusCode": statusCode,
                "headerFields": redaction.lines(of: headerFields),
                "body": body.map { Redaction.length(of: $0) },
                "responseURL": responseURL.map { redaction.url($0) },
                "failure": failure,
                "isTruncated": isTruncated,
                "duration": duration,
            ]
        )
    }
}
