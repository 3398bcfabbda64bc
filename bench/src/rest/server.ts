import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { document } from './clients.ts'

/**
 * Runs the servers in a separate process. One answers every request with the same JSON document over plain TCP, so that the client is the
 * bottleneck. The other streams the number of bytes that the path gives, or counts the bytes that it receives.
 */
const body = JSON.stringify(document())
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
    `date: Sat, 21 Nov 2026 00:00:00 GMT\r\nconnection: keep-alive\r\n\r\n${body}`,
)
const headEnd = Buffer.from('\r\n\r\n')

const responder = createServer((socket) => {
  let pending = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    for (;;) {
      const end = pending.indexOf(headEnd)
      if (end === -1) return
      const length = end + 4 + contentLength(pending.toString('latin1', 0, end))
      if (pending.length < length) return
      pending = pending.subarray(length)
      socket.write(answer)
    }
  })
})

function contentLength(head: string): number {
  return Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

const chunk = Buffer.alloc(64 * 1024, 'x')

const streamer = createHttpServer((request, response) => {
  if (request.method === 'POST') {
    let received = 0
    request.on('data', (data: Buffer) => {
      received += data.length
    })
    request.on('end', () => response.end(String(received)))
    return
  }
  let left = Number(request.url?.slice(1))
  response.writeHead(200, { 'content-length': left })
  const write = () => {
    while (left > 0) {
      const piece = left >= chunk.length ? chunk : chunk.subarray(0, left)
      left -= piece.length
      if (!response.write(piece)) return
    }
    response.end()
  }
  response.on('drain', write)
  write()
})

responder.listen(0, '127.0.0.1', () => {
  streamer.listen(0, '127.0.0.1', () => {
    const ports = [responder, streamer].map((server) => (server.address() as AddressInfo).port)
    process.send?.(ports)
  })
})
process.on('disconnect', () => process.exit())
