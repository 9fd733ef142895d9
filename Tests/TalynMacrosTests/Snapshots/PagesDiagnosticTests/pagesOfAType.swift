// swift-format-ignore-file

// MARK: Source

@API("https://a.example") @Paged(.links) enum Users {}

// MARK: 1:27: error: @Paged belongs before a case or a function, not before the type
