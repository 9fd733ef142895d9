import HTTPTypes
import _TalynFoundation
import _TalynSupport

// The mirrors of requests, responses and bodies.

extension OutgoingRequest: CustomReflectable {
    /// The request with its secrets masked, as in a log. Of the body, it has the length.
    public var customMirror: Mirror {
        let redaction = redaction
        return Mirror(
            of: self,
            [
                "method": method.rawValue,
                "url": redaction.url(urlText),
                "headerFields": redaction.headerFields(headerFields).lines,
                "body": body,
                "credential": credential,
            ]
        )
    }

    /// Masks the secrets of the request, also where its response repeats them.
    var redaction: Redaction { .default.masking(secretsOf: self) }
}

extension Response: CustomReflectable {
    /// The response with its secrets masked, as in a log. Of the body, it has the length.
    public var customMirror: Mirror {
        let redaction = redaction
        return Mirror(
            of: self,
            [
                "statusCode": statusCode,
                "headerFields": redaction.headerFields(headerFields).lines,
                "length": length,
                "file": fileURL?.path,
                "url": url.map {
                    redaction.url(context?.endpoint.concealingPath(in: $0.absoluteString) ?? $0.absoluteString)
                },
                "request": request,
            ]
        )
    }

    /// Masks the secrets of the call, also where the response repeats those of the request.
    var redaction: Redaction {
        let names = context?.endpoint.options.secretHeaderFields ?? []
        return .default.masking(names).masking(secretsOf: request, in: context)
    }
}

extension TransportResponse: CustomReflectable {
    /// The response with the secrets masked that names tell. Of the body, it has the length.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "statusCode": statusCode,
                "headerFields": Redaction.default.headerFields(headerFields).lines,
                "url": url.map { Redaction.default.url($0.absoluteString) },
                "body": body,
                "metrics": metrics,
            ]
        )
    }
}

extension HTTPBody: CustomReflectable {
    /// The length and the file, without the content.
    public var customMirror: Mirror {
        Mirror(of: self, ["length": length, "file": file?.path, "isReplayable": isReplayable])
    }
}

extension Endpoint: CustomReflectable {
    /// The endpoint with its secrets masked, as in a log. Of the body, it has the kind and the length.
    public var customMirror: Mirror {
        let redaction = Redaction.default.masking(options.secretHeaderFields)
        return Mirror(
            of: self,
            [
                "method": method.rawValue,
                "url": redaction.url(concealingPath(in: url)),
                "headerFields": redaction.headerFields(headerFields).lines,
                "body": body,
                "options": options,
            ]
        )
    }
}

extension RequestBody: CustomReflectable {
    /// The kind of the body, and its length or its type, without the content.
    public var customMirror: Mirror {
        switch content {
        case .none: Mirror(of: self, [:])
        case .data(let data): Mirror(of: self, ["data": data.lengthText])
        case .json(let value, _): Mirror(of: self, ["json": "\(type(of: value))"])
        case .form(let value): Mirror(of: self, ["form": "\(type(of: value))"])
        case .upload(.file(let url)): Mirror(of: self, ["file": Redaction.default.url(url.absoluteString)])
        case .upload(.multipart(let parts)): Mirror(of: self, ["multipart": parts])
        case .upload(.stream(let upload)): Mirror(of: self, ["stream": upload.body])
        }
    }
}

extension MultipartPart: CustomReflectable {
    /// The names of the part and the length of its content.
    public var customMirror: Mirror {
        let content: Any =
            switch content {
            case .data(let data): data.lengthText
            case .file(let url): Redaction.default.url(url.absoluteString)
            case .stream(let upload): upload.body
            }
        return Mirror(of: self, ["name": name, "fileName": fileName, "contentType": contentType, "content": content])
    }
}
