/** The process of the development identity provider. It ends when the hub ends, also after a crash of the hub. */
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
// Ctrl+C and the SIGTERM of a service manager reach all processes of the group. The hub needs its provider until it has finished,
// and then ends it by closing the channel.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
