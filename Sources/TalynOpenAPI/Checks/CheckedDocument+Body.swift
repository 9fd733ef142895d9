import HTTPTypes
import TalynCore
import TalynStubs
import _TalynFoundation
import _TalynSupport

extension CheckedDocument {
    /// A fault of a body.
    private func fault(_ kind: Disagreement.Kind, _ reason: String, at pointer: String = "") -> [Disagreement] {
        [Disagreement(part: .body, pointer: pointer, reason: reason, kind: kind)]
    }

    func bodyFaults(of request: CheckedRequest, _ operation: OperationModel) -> [Disagreement] {
        let fields = request.headerFields
        guard let body = operation.body else {
            let isThere = request.body?.isEmpty == false
            return isThere ? fault(.undeclared, "isn't in the document") : []
        }
        guard let data = request.body, !data.isEmpty else {
            // A body that isn't known leaves its fields.
            let isUnknown = request.body == nil && (fields[.contentType] != nil || (fields.contentLength ?? 0) > 0)
            return body.isRequired && !isUnknown ? fault(.missing, "is missing") : []
        }
        let known = body.contents.map(\.mediaType).joined(separator: ", ")
        guard let type = fields[.contentType] else {
            guard let first = body.contents.first else { return [] }
            if body.contents.count == 1 { return faults(of: data, first, type: first.mediaType, .request) }
            return fault(.mediaType, "has no Content-Type. Send one of \(known)")
        }
        guard let content = body.contents.first(for: type) else {
            return body.contents.isEmpty
                ? [] : fault(.mediaType, "has another media type than \(known)")
        }
        // A body with a content coding isn't decoded.
        if fields[.contentEncoding].map({ $0.lowercased() != "identity" }) == true { return [] }
        return faults(of: data, content, type: type, .request)
    }

    func faults(of response: CheckedResponse, to method: String, _ operation: OperationModel) -> [Disagreement] {
        guard let model = operation.response(for: response.status) else {
            let known = operation.responses.map(\.status).joined(separator: ", ")
            let reason = "\(response.status) isn't in the document, which has \(known.isEmpty ? "none" : known)"
            return [Disagreement(part: .status, reason: reason, kind: .undeclared)]
        }
        return faults(of: method == "HEAD" ? response.withoutBody : response, model)
    }

    func faults(of response: CheckedResponse, _ model: ResponseModel) -> [Disagreement] {
        let found = fieldFaults(of: response, model)
        guard let body = response.body, response.status != 204, response.status != 304 else { return found }
        return found + bodyFaults(body, response.headerFields, model)
    }

    /// The schemas of a response's header fields, and whether the fields are required.
    func headerParameters(of response: ResponseModel) -> [Parameter] {
        (response.node["headers"]?.members?.list ?? []).compactMap { name, node in
            guard let node = reader.resolved(node), name.lowercased() != "content-type" else { return nil }
            // In Swagger 2, the field is a schema itself.
            let content = node["content"]?.members?.list.first
            let schema = content?.node["schema"] ?? node["schema"] ?? node
            return Parameter(
                name: name,
                location: .header,
                isRequired: node["required"]?.bool == true,
                explodes: node["explode"]?.bool ?? false,
                mediaType: content?.key,
                schema: reader.schemas.schema(schema),
                node: node
            )
        }
    }

    private func fieldFaults(of response: CheckedResponse, _ model: ResponseModel) -> [Disagreement] {
        headerParameters(of: model).flatMap { parameter -> [Disagreement] in
            guard let name = HTTPField.Name(parameter.name) else { return [] }
            let fields = response.headerFields[values: name]
            func disagreement(_ reason: String, _ pointer: String = "") -> Disagreement {
                Disagreement(part: .header, name: parameter.name, pointer: pointer, reason: reason)
            }
            guard !fields.isEmpty else { return parameter.isRequired ? [disagreement("is missing")] : [] }
            guard let schema = parameter.schema, !parameter.isOtherDocument else { return [] }
            let value = fieldValue(fields.joined(separator: ", "), parameter)
            return checker.faults(of: value, schema, .response).map { disagreement($0.reason, $0.pointer) }
        }
    }

    private func bodyFaults(_ body: Data, _ fields: HTTPFields, _ model: ResponseModel) -> [Disagreement] {
        guard !model.contents.isEmpty else {
            return body.isEmpty ? [] : fault(.undeclared, "isn't in the document")
        }
        let known = model.contents.map(\.mediaType).joined(separator: ", ")
        if body.isEmpty {
            return model.contents.contains(where: \.isJSON) ? fault(.missing, "is missing") : []
        }
        guard let type = fields[.contentType] else {
            return fault(.mediaType, "has no Content-Type. The document has \(known)")
        }
        guard let content = model.contents.first(for: type) else {
            return fault(.mediaType, "has another media type than \(known)")
        }
        return faults(of: body, content, type: type, .response)
    }

    func faults(
        of body: Data,
        _ content: Content,
        type: String,
        _ direction: SchemaChecker.Direction
    ) -> [Disagreement] {
        let schema = content.schema
        func check(_ value: JSONNode, _ schema: Schema?, at start: String = "") -> [Disagreement] {
            guard let schema else { return [] }
            return checker.faults(of: value, schema, direction).flatMap {
                fault(.invalid, $0.reason, at: start + $0.pointer)
            }
        }
        let media = Content(mediaType: type, node: content.node)
        if content.isBinary { return [] }
        if media.isJSON || content.isJSON && !content.baseType.contains("*") {
            do throws(JSONNode.Failure) {
                return check(try JSONNode(json: body), schema)
            } catch {
                return fault(.malformed, "isn't JSON: \(error.problem)")
            }
        }
        if content.isFormOfPairs { return check(checker.formValue(of: body, content), schema) }
        if content.isMultipart {
            guard let parts = MultipartParts(body, contentType: type) else {
                return fault(.malformed, "isn't multipart: its Content-Type has no boundary")
            }
            return check(checker.formValue(of: parts, in: body, content), schema)
        }
        if content.isEventStream { return eventFaults(body, content) { check($0, $1, at: $2) } }
        if content.isJSONLines {
            let item = content.item
            let texts = body.split(separator: 0x0A)
            for (index, text) in texts.prefix(1_000).enumerated() where !text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
                guard let value = try? JSONNode(json: Data(text)) else {
                    return fault(.malformed, "isn't JSON", at: "/\(index)")
                }
                let faults = check(value, item, at: "/\(index)")
                if !faults.isEmpty { return faults }
            }
            return []
        }
        if content.isText || content.isForm, schema?.kinds == ["string"], let text = String(data: body, encoding: .utf8)
        {
            return check(.string(text), schema)
        }
        return []
    }
}

extension OperationModel {
    /// The response for a status: the same one, its range such as `4XX`, or the default.
    func response(for status: Int) -> ResponseModel? {
        responses.first { $0.status == String(status) } ?? responses.first { $0.status == "\(status / 100)XX" }
            ?? responses.first { $0.status == "default" }
    }
}
