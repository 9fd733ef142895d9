// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("größe") case users(größe: Int)
}

// MARK: 2:28: error: 'größe' can't be the name of a header field; set another one with 'name:'
