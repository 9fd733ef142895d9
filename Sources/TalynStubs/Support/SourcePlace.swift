/// A place in the source code, for a test to fail there.
public struct SourcePlace: Sendable {
    /// The module and the file.
    public let fileID: StaticString
    /// The path of the file, as the compiler got it.
    public let filePath: StaticString
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Creates a place, by default that of the call.
    public init(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// The place of a call.
    package init(_ place: CallSite) {
        self.init(fileID: place.fileID, filePath: place.fileID, line: place.line, column: 1)
    }
}

extension SourcePlace: CustomStringConvertible {
    /// The file and the line, such as `UserTests.swift:12`.
    public var description: String {
        let file = String(describing: fileID)
        return "\(file.split(separator: "/").last ?? Substring(file)):\(line)"
    }
}
