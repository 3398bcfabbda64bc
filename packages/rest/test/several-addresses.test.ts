import dns from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import * as rest from '@entrepot/rest'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { expect, test, vi } from 'vitest'

/** Listens on a port of 127.0.0.1, and never takes a connection: once a few wait, the system answers no more of them. */
const DEAF_SERVER = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`

async function startDeafServer() {
  const worker = new Worker(DEAF_SERVER, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await once(waiting[0] ?? worker, 'connect')
  const close = async () => {
    for (const socket of waiting) socket.destroy()
    await worker.terminate()
  }
  return { port, [Symbol.asyncDispose]: close }
}

test('an address of several has two seconds for its handshake, and the error says how long that was', async () => {
  await using server = await startDeafServer()
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 }, // refuses at once
  ]
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((
      _name: string,
      _options: object,
      callback: (error: null, found: unknown) => void,
    ) => callback(null, addresses)) as typeof dns.lookup)
  const guard = {
    protocols: ['http:', 'https:'] as const,
    allowedPorts: [server.port],
    resolve: async () => addresses,
    [allowPrivateAddresses]: true,
  }
  const began = performance.now()
  try {
    await Promise.all(
      ['http', 'https'].flatMap((scheme) =>
        [{}, { guard }].map(async (options) => {
          await using client = rest.createClient({ ...options, timeout: 60_000 })
          const baseURL = `${scheme}://dual-stack.test:${server.port}/`
          const { error } = await client.sendResult({ baseURL })
          expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'connect', limitMs: 2_000 })
          const [, quoted] = /^no connection after (\d+) ms, /.exec(error?.message ?? '') ?? []
          expect(Number(quoted)).toBeGreaterThanOrEqual(1_990)
          expect(Number(quoted)).toBeLessThanOrEqual(performance.now() - began + 1)
          expect(error?.cause).toBeInstanceOf(AggregateError)
        }),
      ),
    )
  } finally {
    lookup.mockRestore()
  }
})
