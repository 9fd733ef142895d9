// swift-format-ignore-file

// MARK: Source

@Headers(["A": "b"]) enum Users {}

// MARK: 1:1: error: @Headers has no effect on a type without @API or @Client
