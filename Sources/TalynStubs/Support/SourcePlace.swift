/// A place in source code, for a test to fail there.
public struct SourcePlace: Sendable {
    /// Module and file.
    public let fileID: StaticString
    /// The file, as the compiler was given it.
    public let filePath: StaticString
    public let line: Int
    public let column: Int

    /// Creates a place; by default the one where it is created.
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

    /// Where a call is written.
    init(_ place: CallPlace) {
        self.init(fileID: place.fileID, filePath: place.fileID, line: place.line, column: 1)
    }
}

extension SourcePlace: CustomStringConvertible {
    /// File and line: `UserTests.swift:12`.
    public var description: String {
        let file = String(describing: fileID)
        return "\(file.split(separator: "/").last ?? Substring(file)):\(line)"
    }
}
