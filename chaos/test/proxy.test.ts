/** Tests the faulty link with a server that answers each message by repeating it twice. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultyLink, startLink } from '../src/world/proxy.ts'

let server: Server
let sessions: Socket[]
let link: FaultyLink
beforeEach(async () => {
  sessions = []
  server = createServer((socket) => {
    sessions.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => socket.write(Buffer.concat([chunk, chunk])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  link = await startLink((server.address() as AddressInfo).port)
})
afterEach(async () => {
  await link.close()
  for (const session of sessions) session.destroy()
  server.close()
  await once(server, 'close')
})

/** A client that collects the received data. */
function open() {
  const socket = connect(link.port, '127.0.0.1')
  const client = { socket, got: '', end: '' }
  socket.on('data', (chunk) => {
    client.got += chunk
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    client.end = error.code ?? ''
  })
  socket.on('close', () => {
    client.end ||= 'closed'
  })
  return client
}

/** A client whose connection reaches the server. */
async function openThrough() {
  const client = open()
  client.socket.write('hi ')
  await expect.poll(() => client.got).toBe('hi hi ')
  return client
}

test('bytes pass in both directions until a connection is reset on both sides', async () => {
  const client = await openThrough()
  expect(link.reset(5)).toBe(1)
  await expect.poll(() => client.end).toBe('ECONNRESET')
  await expect.poll(() => sessions[0]?.destroyed).toBe(true)
})

test('a connection can be cut within its next answer', async () => {
  const client = await openThrough()
  const cut = link.cutAnswers(3, (length) => length - 2, 60_000)
  client.socket.write('abc')
  expect(await cut).toBe(1)
  await expect.poll(() => client.end).toBe('closed')
  expect(client.got).toBe('hi hi abca')
})

test('a stall keeps the bytes of existing and new connections, and sends them afterwards', async () => {
  const old = await openThrough()
  link.stall('pass')
  const young = open()
  old.socket.write('a')
  young.socket.write('b')
  link.resume()
  await expect.poll(() => old.got).toBe('hi hi aa')
  await expect.poll(() => young.got).toBe('bb')
})

test('an abandoned connection stays silent for the client, and ends for the server', async () => {
  const old = await openThrough()
  expect(link.abandon('pass')).toBe(1)
  await expect.poll(() => sessions[0]?.destroyed).toBe(true)
  old.socket.write('a')
  await openThrough()
  link.resume()
  await openThrough()
  expect([old.got, old.end]).toEqual(['hi hi ', ''])
  old.socket.destroy()
})

test('new connections are dropped silently or refused, as configured', async () => {
  link.abandon('drop')
  const dropped = open()
  dropped.socket.write('a')
  await expect.poll(() => link.held).toBe(1)
  link.admit('refuse')
  const refused = open()
  await expect.poll(() => refused.end).toBe('ECONNRESET')
  expect([dropped.got, dropped.end]).toEqual(['', ''])
  link.resume()
  await expect.poll(() => dropped.end).not.toBe('')
  await openThrough()
})
