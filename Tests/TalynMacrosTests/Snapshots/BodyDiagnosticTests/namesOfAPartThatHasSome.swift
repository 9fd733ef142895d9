// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Part("image", fileName: "me.png") case add(image: MultipartFormData)
}

// MARK: 2:27: error: a MultipartFormData has a name, a file name and a media type of its own, and this says nothing of them
