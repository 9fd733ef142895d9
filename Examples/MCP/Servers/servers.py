"""MCP servers that aren't ours, for the tests: three of fastmcp and one of the official SDK. Each has a free port of 127.0.0.1.

Prints a line `NAME=URL` for each, and then `ready`.
"""

import asyncio
import socket

import uvicorn
from fastmcp import Context, FastMCP
from fastmcp.server.auth.auth import ClientRegistrationOptions
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from fastmcp.server.event_store import EventStore
from mcp.server.mcpserver import Context as SDKContext
from mcp.server.mcpserver import MCPServer


def add_tools(server, Context):
    """The same tools for each server."""
    cancelled = []

    @server.tool()
    def add(a: int, b: int) -> int:
        """Adds two numbers."""
        return a + b

    @server.tool()
    def fail() -> str:
        """Fails."""
        raise ValueError("No such file.")

    @server.tool()
    async def count(to: int, ctx: Context) -> str:
        """Counts, and reports its progress."""
        for number in range(to):
            await ctx.report_progress(number + 1, to, f"step {number + 1}")
        return "done"

    @server.tool()
    async def part(ctx: Context) -> str:
        """Closes its connection twice before the result is there."""
        for number in range(3):
            await ctx.report_progress(number + 1, 3)
            await ctx.close_sse_stream()
            await asyncio.sleep(0.3)
        return "whole"

    @server.tool()
    async def wait(name: str, ctx: Context) -> str:
        """Waits until the request is cancelled."""
        await ctx.report_progress(1, 2)
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            cancelled.append(name)
            raise
        return "never"

    @server.tool()
    async def was_cancelled(name: str) -> bool:
        """Tells whether `wait` was cancelled."""
        for _ in range(600):
            if name in cancelled:
                return True
            await asyncio.sleep(0.1)
        return False

    @server.tool()
    async def change(ctx: Context) -> str:
        """Announces on the stream of the session that the list of tools has changed."""
        await ctx.session.send_tool_list_changed()
        return "announced"

    return server


def listen():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener, listener.getsockname()[1]


async def main():
    apps = []

    def serve(name, make):
        listener, port = listen()
        apps.append((make(port), listener))
        print(f"{name}=http://127.0.0.1:{port}/mcp", flush=True)

    def authorized(port):
        provider = InMemoryOAuthProvider(
            base_url=f"http://127.0.0.1:{port}",
            required_scopes=["read"],
            client_registration_options=ClientRegistrationOptions(enabled=True, valid_scopes=["read", "write"]),
        )
        return add_tools(FastMCP("Locked", auth=provider), Context).http_app(path="/mcp")

    serve(
        "MCP_FASTMCP",
        lambda _: add_tools(FastMCP("Streams"), Context).http_app(
            path="/mcp", event_store=EventStore(), retry_interval=50
        ),
    )
    serve(
        "MCP_FASTMCP_JSON",
        lambda _: add_tools(FastMCP("JSON"), Context).http_app(path="/mcp", json_response=True, stateless_http=True),
    )
    serve("MCP_FASTMCP_LOCKED", authorized)
    serve(
        "MCP_SDK",
        lambda _: add_tools(MCPServer("SDK"), SDKContext).streamable_http_app(
            event_store=EventStore(), retry_interval=50
        ),
    )
    print("ready", flush=True)
    servers = [uvicorn.Server(uvicorn.Config(app, log_level="error")) for app, _ in apps]
    await asyncio.gather(*(server.serve(sockets=[listener]) for server, (_, listener) in zip(servers, apps)))


asyncio.run(main())
