#if Tools
import ArgumentParser
import TalynStubServer

/// The address and the port of a server.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The port to listen on. By default any free port.")
    var port = 0

    @Option(help: "The address to listen on. By default, only this machine can reach the server.")
    var host = "127.0.0.1"

    func validate() throws {
        guard 0...65_535 ~= port else {
            throw ArgumentParser.ValidationError("\(port) isn't a port. Give 1 to 65535, or 0 for any free port.")
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
