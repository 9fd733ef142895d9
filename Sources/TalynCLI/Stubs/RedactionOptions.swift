#if Tools
import ArgumentParser
import Talyn

/// What is a secret besides what is known to be one.
struct RedactionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A name whose values are secret, too: of a header field or a parameter.", valueName: "name"))
    var mask: [String] = []

    @Option(help: ArgumentHelp("A name whose values are no secret, although it looks so.", valueName: "name"))
    var show: [String] = []

    var redaction: Redaction { Redaction(masking: Set(mask), showing: Set(show)) }
}
#endif
