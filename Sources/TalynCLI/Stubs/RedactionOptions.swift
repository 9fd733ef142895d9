#if Tools
import ArgumentParser
import Talyn

/// The options for names of secrets.
struct RedactionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The name of another secret header field or parameter.", valueName: "name")
    )
    var mask: [String] = []

    @Option(
        help: ArgumentHelp("The name of a header field or parameter that isn't secret.", valueName: "name")
    )
    var show: [String] = []

    var redaction: Redaction { Redaction(masking: Set(mask), showing: Set(show)) }
}

/// The limits of redaction, for the help of commands.
enum RedactionLimits {
    static let text = """
        The command recognises secrets by their names: in URLs, header fields, cookies, forms, JSON, XML, multipart \
        bodies, events, columns of CSV and arguments of GraphQL; in lines such as 'password: X' of text and YAML; and in \
        attributes of HTML and its elements with a name and a value. If a request has a secret of six characters or more, \
        the command masks it in the whole entry.

        It doesn't recognise secrets without such a name, or with a name in another script or language; columns of a table \
        without a first row of names; text of HTML elements; names in scripts and style sheets; lines such as 'password: \
        X' in a string of JSON; enums of GraphQL; and paths of URLs. It doesn't read images, compressed bodies and other \
        binary formats. Add names with --mask, and review the file before you share it.
        """
}
#endif
