// swift-format-ignore-file

// MARK: Source

@API final class Users {}

// MARK: 1:12: error: @API needs an enum with a case for each endpoint; for a struct with functions, use @Client
