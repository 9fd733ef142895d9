# Servers of WebSockets by websockets, aiohttp and wsproto. Each echoes messages. The text "close 4001 bye" lets it close the connection.
# Prints the ports in this order, and serves until it is ended.
import asyncio

import aiohttp.web
import websockets
import wsproto
from wsproto import events

LIMIT = 16 << 20


def asked(message):
    """The code and the reason of a message that asks for a close frame."""
    if isinstance(message, str) and message.startswith("close "):
        _, code, reason = message.split(" ", 2)
        return int(code), reason
    return None


async def websockets_echo(connection):
    async for message in connection:
        if close := asked(message):
            return await connection.close(*close)
        await connection.send(message)


async def aiohttp_echo(request):
    socket = aiohttp.web.WebSocketResponse(max_msg_size=LIMIT)
    await socket.prepare(request)
    async for message in socket:
        if close := asked(message.data):
            await socket.close(code=close[0], message=close[1].encode())
        elif message.type is aiohttp.WSMsgType.TEXT:
            await socket.send_str(message.data)
        else:
            await socket.send_bytes(message.data)
    return socket


async def wsproto_echo(reader, writer):
    connection = wsproto.WSConnection(wsproto.ConnectionType.SERVER)
    parts = []
    try:
        while data := await reader.read(65536):
            connection.receive_data(data)
            for event in connection.events():
                if isinstance(event, events.Request):
                    writer.write(connection.send(events.AcceptConnection()))
                elif isinstance(event, events.Ping):
                    writer.write(connection.send(event.response()))
                elif isinstance(event, events.CloseConnection):
                    if connection.state is wsproto.ConnectionState.REMOTE_CLOSING:
                        writer.write(connection.send(event.response()))
                    return
                elif isinstance(event, events.Message):
                    parts.append(event.data)
                    if not event.message_finished:
                        continue
                    message = type(event.data)().join(parts)
                    parts = []
                    if close := asked(message):
                        writer.write(connection.send(events.CloseConnection(*close)))
                    else:
                        writer.write(connection.send(events.Message(data=message)))
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def main():
    first = await websockets.serve(websockets_echo, "127.0.0.1", 0, max_size=LIMIT)
    application = aiohttp.web.Application()
    application.router.add_get("/", aiohttp_echo)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    second = aiohttp.web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await second.start()
    third = await asyncio.start_server(wsproto_echo, "127.0.0.1", 0, backlog=1024)
    sockets = [first.sockets[0], second._server.sockets[0], third.sockets[0]]
    print(*(socket.getsockname()[1] for socket in sockets), flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
