"""An API of the Model Context Protocol with authorization, for tests: fastmcp, whose server lets each user in at once.

Usage: tools.py PORT
It takes a free port for 0, and prints the port that it takes.
"""

import socket
import sys

import uvicorn
from fastmcp import FastMCP
from fastmcp.server.auth.auth import ClientRegistrationOptions, RevocationOptions
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider

listener = socket.socket()
listener.bind(("127.0.0.1", int(sys.argv[1])))
port = listener.getsockname()[1]

scopes = ["read", "write"]
provider = InMemoryOAuthProvider(
    base_url=f"http://127.0.0.1:{port}",
    required_scopes=scopes,
    client_registration_options=ClientRegistrationOptions(enabled=True, valid_scopes=scopes),
    revocation_options=RevocationOptions(enabled=True),
)
mcp = FastMCP("Sums", auth=provider)


@mcp.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


app = mcp.http_app(path="/mcp", stateless_http=True, json_response=True)
listener.listen()
print("Listening at", port, flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
