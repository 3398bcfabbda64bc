/** A Fastify application with one empty route, in a process of its own: the least that an HTTP request with a JSON body costs. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

const app = Fastify()
app.post('/empty', async () => ({}))
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit())
