// swift-format-ignore-file

// MARK: Source

@API final class Users {}

// MARK: 1:12: error: @API is for an enum, whose cases are the endpoints; @Client is for a struct with functions
