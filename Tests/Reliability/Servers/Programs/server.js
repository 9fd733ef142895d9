// A server of Node.js. It writes the query of each request to a file. Its argument is JSON: port, log, maximumRequests, idle,
// certificate and key.
const fs = require('fs')
const options = JSON.parse(process.argv[2])
const log = fs.openSync(options.log, 'a')
const sessions = new Set()

function handle(request, response) {
  const [path, query] = request.url.split('?')
  fs.writeSync(log, `${query}\n`)
  const answer = (status, text) => {
    response.writeHead(status, { 'content-type': 'text/plain', 'content-length': text.length })
    response.end(text)
  }
  if (path === '/upload') return answer(413, 'too large')
  request.resume()
  request.on('end', () => {
    if (path === '/refuse') return answer(502, 'refused')
    if (path !== '/cut') return answer(200, 'ok')
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100000 })
    response.write('x'.repeat(1000), () => (response.stream ? response.stream.close(2) : response.destroy()))
  })
}

// The documented way to end connections of HTTP/2 in order.
function watch(session) {
  sessions.add(session)
  session.on('close', () => sessions.delete(session))
  let count = 0
  session.on('stream', () => {
    count += 1
    if (count === options.maximumRequests) session.close()
  })
  if (options.idle) session.setTimeout(options.idle, () => session.close())
}

let server
if (options.certificate) {
  const identity = { cert: fs.readFileSync(options.certificate), key: fs.readFileSync(options.key) }
  server = require('http2').createSecureServer(identity, handle)
  server.on('session', watch)
} else {
  server = require('http').createServer(handle)
  if (options.maximumRequests) server.maxRequestsPerSocket = options.maximumRequests
  if (options.idle) server.keepAliveTimeout = options.idle
}
server.listen(options.port, '127.0.0.1')
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  for (const session of sessions) session.close()
  setTimeout(() => process.exit(0), 1000).unref()
})
