#if Tools
/// The limits of redaction, for the help of commands.
enum RedactionLimits {
    static let text = """
        Secrets are recognised by their names: in URLs, header fields, cookies, forms, JSON, XML, multipart bodies, \
        events, columns of CSV, arguments of GraphQL, lines such as 'password: X' in text and YAML, and in HTML in \
        attributes and in elements with a name and a value. A value that has such a name in a request is also looked for \
        elsewhere in the entry, if it has six characters or more.

        Not recognised: a secret without such a name, or under a name in another script or language; columns of a table \
        without a first row of names; text of HTML elements; names in scripts and style sheets; lines such as 'password: \
        X' in a string of JSON; enums of GraphQL; paths of URLs; images, compressed bodies and other binary formats. Add \
        names with --mask, and look at the file before you share it.
        """
}
#endif
