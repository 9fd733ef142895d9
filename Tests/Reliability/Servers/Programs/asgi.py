# The application of hypercorn and uvicorn. It writes the query of each request to a file.
import os

log = os.open(os.environ["SERVERS_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        return await live(receive, send)
    os.write(log, scope["query_string"] + b"\n")
    if scope["path"] == "/upload":
        return await answer(send, 413, b"too large")
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/refuse":
        await answer(send, 502, b"refused")
    elif scope["path"] == "/cut":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100000")]})
        await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})
        raise RuntimeError("cut")
    else:
        await answer(send, 200, b"ok")


async def live(receive, send):
    while True:
        message = await receive()
        await send({"type": message["type"] + ".complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def answer(send, status, body):
    fields = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})
