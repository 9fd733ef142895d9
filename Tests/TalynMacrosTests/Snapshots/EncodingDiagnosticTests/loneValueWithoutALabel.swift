// swift-format-ignore-file

// MARK: Source

@API @KeyMapping(.snakeCase) enum Users {
    @PUT("/users") case replace(_ newUser: User)
}

// MARK: 2:33: warning: the body is {"new_user": …}: @Body makes 'newUser' the whole body, a label keeps it a member

// MARK: Fix-it: insert '@Body("newUser")'

@API @KeyMapping(.snakeCase) enum Users {
    @PUT("/users") @Body("newUser") case replace(_ newUser: User)
}

// MARK: Fix-it: insert a label

@API @KeyMapping(.snakeCase) enum Users {
    @PUT("/users") case replace(newUser: User)
}
