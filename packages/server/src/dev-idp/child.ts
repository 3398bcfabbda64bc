/** The process of the development identity provider: it ends with the hub, however that ends. */
import { type DevIdp, startDevIdp } from '@entrepot/dev-idp'
import type { Answer, RegisterMessage, StartMessage } from './protocol.ts'

let idp: DevIdp | undefined

const answer = (message: Answer) => process.send?.(message)

process.on('message', async (message: StartMessage | RegisterMessage) => {
  try {
    if ('client' in message) {
      await idp?.register(message.client)
      answer({ registered: true })
    } else {
      idp = await startDevIdp(message)
      answer({ issuer: idp.issuer })
    }
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
// Ctrl+C reaches the whole terminal, a service manager's SIGTERM the whole group; the hub still needs its provider while it
// finishes, and ends it by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
