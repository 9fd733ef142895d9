import Foundation

extension MultipartFormData {
    /// The option that makes curl send the part.
    func cURLOption(_ redaction: Redaction) throws(CURLPartError) -> String {
        // What stands before the first equals sign is the name.
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), Self.isPlain(name) else {
            throw CURLPartError(part: "under a name that curl has no notation for")
        }
        switch provider {
        case .stream(_, let length):
            throw CURLPartError(part: "a stream of \(length) bytes")
        case .file(let url):
            let fileName = fileName ?? url.lastPathComponent
            guard Self.isPlain(url.path), Self.isPlain(fileName) else {
                throw CURLPartError(part: "a file whose name can't be pasted")
            }
            let type = try Self.type(mimeType ?? MediaType.forFile(named: fileName))
            let value = "@\(Self.quoted(url.path));filename=\(Self.quoted(fileName))\(type)"
            return "--form \(ShellText.quoted("\(name)=\(value)"))"
        case .data(let data):
            // Only of a file can curl say the name.
            guard fileName == nil else { throw CURLPartError(part: "data with a file name") }
            let text = try text(of: data, redaction)
            guard let mimeType else { return "--form-string \(ShellText.quoted("\(name)=\(text)"))" }
            return "--form \(ShellText.quoted("\(name)=\(Self.quoted(text))\(try Self.type(mimeType))"))"
        }
    }

    private func text(of data: Data, _ redaction: Redaction) throws(CURLPartError) -> String {
        if redaction.masksParameter(name) { return Redaction.mask }
        guard data.count <= CURLCommand.longestArgument, ShellText.plainText(data) != nil else {
            throw CURLPartError(part: "data of \(data.count) bytes that can't be pasted")
        }
        return redaction.text(ofBody: data, contentType: mimeType)
    }

    /// What says the type of a part.
    private static func type(_ mimeType: String) throws(CURLPartError) -> String {
        let type = MediaType(mimeType)
        // Another parameter could be one that curl has a use for itself.
        guard !type.type.isEmpty, !type.subtype.isEmpty, type.parameters.keys.allSatisfy({ $0 == "charset" }),
            ASCIISet.cURLType.containsAll(mimeType.utf8)
        else {
            throw CURLPartError(part: "of a type that curl has no notation for")
        }
        return ";type=\(mimeType)"
    }

    /// In double quotes, as curl reads the value of a form's field.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        ShellText.plainText(Data(text.utf8)) != nil
    }
}

extension ASCIISet {
    /// What a media type may be made of that curl reads as one.
    fileprivate static let cURLType = unreserved.union(ASCIISet("/+!#$&^;= "))
}
