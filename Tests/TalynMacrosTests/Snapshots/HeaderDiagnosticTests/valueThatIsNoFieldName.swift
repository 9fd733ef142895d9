// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("größe") case users(größe: Int)
}

// MARK: 2:28: error: 'größe' is no name of a header field: say another one by 'name:'
