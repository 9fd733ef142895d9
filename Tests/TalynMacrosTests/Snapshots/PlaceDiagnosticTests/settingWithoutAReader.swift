// swift-format-ignore-file

// MARK: Source

@Headers(["A": "b"]) enum Users {}

// MARK: 1:1: error: @Headers says nothing without @API or @Client beside it
