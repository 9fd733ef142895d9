// swift-format-ignore-file

// MARK: Source

@API extension Users {}

// MARK: 1:6: error: @API is for an enum, whose cases are the endpoints; @Client is for a struct with functions
