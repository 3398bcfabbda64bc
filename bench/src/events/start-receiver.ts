/** Starts the receiver of webhooks. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createApiKey, expectDone, SCOPES } from '@entrepot/marketplace'
import type { BedHub } from '../hub.ts'
import { customerOf } from '../sync/channels.ts'
import type { Received } from './receiver.ts'

/** A running receiver. */
export interface Receiver {
  readonly url: string
  /** What has arrived since the last `reset`. */
  read(question: 'look' | 'reset'): Promise<Received>
  close(): void
}

/** Starts it, and waits until it listens. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}/`,
    async read(question) {
      const answer = once(child, 'message') as Promise<[Received]>
      child.send(question)
      return (await answer)[0]
    },
    close: () => void child.send('end'),
  }
}

/** Lets a hub send events of these types to a URL. */
export async function addWebhook(
  side: BedHub,
  url: string,
  types: readonly string[],
): Promise<void> {
  const scopes = [...SCOPES.merchant]
  const { key } = expectDone(
    await createApiKey(side.database, await customerOf(side), {
      kind: 'merchant',
      label: 'Webhooks',
      scopes,
    }),
  )
  await side.call('POST', '/v2/webhooks', key, 201, JSON.stringify({ Url: url, Types: types }))
}
