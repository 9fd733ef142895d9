/// The source location of a call, for test failures.
package struct CallPlace: Sendable {
    /// The file and its module, as in `#fileID`. An app must not contain the paths of the build machine.
    package let fileID: StaticString
    package let line: Int

    /// Creates a location; nil for line 0, which means that the location is unknown.
    init?(fileID: StaticString, line: Int) {
        guard line > 0 else { return nil }
        self.fileID = fileID
        self.line = line
    }
}
