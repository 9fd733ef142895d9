// swift-format-ignore-file

// MARK: Source

@API extension Users {}

// MARK: 1:6: error: @API needs an enum with a case for each endpoint; for a struct with functions, use @Client
