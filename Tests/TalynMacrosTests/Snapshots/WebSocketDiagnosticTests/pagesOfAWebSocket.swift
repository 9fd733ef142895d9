// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a") @Paged(.links) func a() -> WebSocketSession<Event, Command>
}

// MARK: 2:49: error: a function with @Paged returns a PageStream of the type of a page, such as PageStream<[Item]>, without async and throws

// MARK: Fix-it: remove '@Paged'

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a() -> WebSocketSession<Event, Command>
}
