#if Tools
import ArgumentParser
import TalynStubServer

/// Where a server of the command line listens.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The port to listen on. By default any free one.")
    var port = 0

    @Option(help: "The address to listen on. By default one that only this machine reaches.")
    var host = "127.0.0.1"

    func validate() throws {
        guard 0...65_535 ~= port else {
            throw ArgumentParser.ValidationError("\(port) is no port; give one from 1 to 65535, or 0 for any free one.")
        }
    }

    @available(Hummingbird, *)
    var serverOptions: StubServer.Options {
        var options = StubServer.Options()
        options.host = host
        options.port = port
        return options
    }
}
#endif
