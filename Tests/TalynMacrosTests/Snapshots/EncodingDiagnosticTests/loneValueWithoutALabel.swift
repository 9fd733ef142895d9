// swift-format-ignore-file

// MARK: Source

@API @Coding(keys: .snakeCase) enum Users {
    @PUT("/users") case replace(_ newUser: User)
}

// MARK: 2:33: warning: the body will be {"new_user": …}; add @Body to send 'newUser' as the whole body, or add a label to keep the field

// MARK: Fix-it: insert '@Body("newUser")'

@API @Coding(keys: .snakeCase) enum Users {
    @PUT("/users") @Body("newUser") case replace(_ newUser: User)
}

// MARK: Fix-it: insert a label

@API @Coding(keys: .snakeCase) enum Users {
    @PUT("/users") case replace(newUser: User)
}
