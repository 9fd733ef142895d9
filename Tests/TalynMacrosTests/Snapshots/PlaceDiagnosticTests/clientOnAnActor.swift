// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") actor Users {}

// MARK: 1:30: error: @Client is for a struct, whose functions are the endpoints; @API is for an enum with cases
