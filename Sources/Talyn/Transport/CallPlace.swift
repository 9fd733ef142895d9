/// Where a call is written, for a test to fail there.
package struct CallPlace: Sendable {
    /// Module and file, as `#fileID` has them: the path of a build machine has no business in an app.
    package let fileID: StaticString
    package let line: Int
}
