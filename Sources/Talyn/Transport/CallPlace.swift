/// Where a call is written, for a test to fail there.
package struct CallPlace: Sendable {
    /// Module and file, as `#fileID` has them: the path of a build machine has no business in an app.
    package let fileID: StaticString
    package let line: Int

    /// Creates a place; nil for a line of 0, by which a caller says that it doesn't know the place.
    init?(fileID: StaticString, line: Int) {
        guard line > 0 else { return nil }
        self.fileID = fileID
        self.line = line
    }
}
