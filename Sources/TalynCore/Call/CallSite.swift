/// The place of a call, or of the declaration of a stub, in the source code. A test fails there.
public struct CallSite: Sendable {
    /// The module and the file, as `#fileID` has them.
    public let fileID: StaticString

    /// The path of the file, as the compiler got it. Nil for a call: the paths of a build machine don't belong into an app.
    public let filePath: StaticString?

    /// The line, from 1.
    public let line: Int

    /// The column, from 1.
    public let column: Int

    /// Creates a place; nil for the line 0, by which a caller says that the place isn't known.
    public init?(fileID: StaticString, filePath: StaticString? = nil, line: Int, column: Int = 1) {
        guard line > 0 else { return nil }
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = max(column, 1)
    }
}

extension CallSite: CustomStringConvertible {
    /// The file and the line, such as `UserTests.swift:12`.
    public var description: String {
        let file = String(describing: fileID)
        return "\(file.split(separator: "/").last ?? Substring(file)):\(line)"
    }
}
