/// A part of a form that can't be written in a `curl` command.
struct CURLPartError: Error {
    /// What it is, without anything that it says.
    let part: String
}
