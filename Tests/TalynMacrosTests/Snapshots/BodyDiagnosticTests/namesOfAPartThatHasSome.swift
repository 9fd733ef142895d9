// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Part("image", fileName: "me.png") case add(image: MultipartPart)
}

// MARK: 2:27: error: a MultipartPart has its own name, file name and media type; those given here are ignored
