// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") actor Users {}

// MARK: 1:30: error: @Client needs a struct with a function for each endpoint; for an enum with cases, use @API
