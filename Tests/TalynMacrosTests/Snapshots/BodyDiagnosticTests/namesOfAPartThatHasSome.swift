// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Part("image", fileName: "me.png") case add(image: MultipartFormData)
}

// MARK: 2:27: error: a MultipartFormData has its own name, file name and media type; those given here are ignored
