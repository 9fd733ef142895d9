extension Ledger {
    /// Reports the servers that no call is sent to.
    func reportServers(of operations: [OperationModel]) {
        let place = APIPlace(document.servers)
        for (index, server) in document.servers.enumerated() {
            guard let node = server.node else { continue }
            if ServerWriter.absoluteURL(of: server) != nil { continue }
            guard ServerWriter.path(of: server) != nil else {
                let problem = "'\(server.url)' is no URL with the document's variables. The server is left out."
                diagnostics.skip(node, problem)
                continue
            }
            if !place.isRequired {
                diagnostics.skip(node, "The server has no host. It is left out, since others have one.")
            } else if index > 0 {
                diagnostics.skip(node, "The client has the path of the first server. This one is left out.")
            } else if let variables = node.child("variables"), !server.variables.isEmpty {
                diagnostics.note(variables, "The path has the defaults of the variables in all calls.")
            }
        }
        for operation in operations {
            for (index, server) in operation.servers.enumerated() {
                guard let node = server.node else { continue }
                let isAbsolute = ServerWriter.absoluteURL(of: server) != nil
                if index > 0 {
                    diagnostics.skip(node, "An operation has its first server. This one is left out.")
                } else if isAbsolute, place.isRequired {
                    diagnostics.skip(node, "The server is left out, since the caller gives the host of all operations.")
                } else if !isAbsolute, ServerWriter.path(of: server) == nil {
                    diagnostics.skip(node, "'\(server.url)' is no URL. The operation has the server of the others.")
                } else if let variables = node.child("variables"), !server.variables.isEmpty {
                    diagnostics.note(variables, "The operation has the defaults of the variables in all calls.")
                }
            }
        }
    }
}
