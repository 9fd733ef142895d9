#if Tools
import ArgumentParser
import Talyn

/// What is a secret besides what is known to be one.
struct RedactionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A name of header fields or parameters that are secret, too.", valueName: "name")
    )
    var mask: [String] = []

    @Option(help: ArgumentHelp("A name of those that are no secrets, although it looks so.", valueName: "name"))
    var show: [String] = []

    var redaction: Redaction { Redaction(masking: Set(mask), showing: Set(show)) }
}
#endif
