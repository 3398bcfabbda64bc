/** The channels of the sample customer, which poll and acknowledge through the API as real channels do. */
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@entrepot/client'
import type { FastifyBaseLogger } from 'fastify'
import type { SampleChannel, SampleKeys } from './sample.ts'

/** Between half a second and a second: whoever changes a rule sees at once that a channel has confirmed it. */
const PAUSES = { first: 1_000, longest: 1_000 }

/** Until the next attempt, if the hub refuses a channel, for example because somebody has revoked its key. */
const REFUSED_MS = 10_000

/** Options of {@link startSamplePolling}. */
export interface StartSamplePollingOptions {
  /** Address of the hub. */
  readonly url: string
  readonly sample: SampleKeys
  /** Resolves when the sample is complete. Nothing is polled before. */
  readonly after: Promise<void>
  readonly logger: FastifyBaseLogger
}

/** Lets the channels of the sample poll about once a second, until they are stopped. */
export function startSamplePolling(options: StartSamplePollingOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = options.sample.channels.map(
    async (channel) => await poll(options, channel, stopping.signal),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function poll(
  { url, after, logger }: StartSamplePollingOptions,
  { name, key }: SampleChannel,
  signal: AbortSignal,
): Promise<void> {
  await after
  const client = createClient({ hub: url, key })
  const onFailure = (failure: object) => logger.warn({ failure }, `${name} could not take it all`)
  // They keep nothing: each product has the same reference whenever it comes.
  const shop = {
    create: ({ MerchantProductReference: reference }: { MerchantProductReference: string }) =>
      `${name[0]}-${reference}`,
    update: () => true,
    remove: () => {},
    offer: () => {},
  }
  while (!signal.aborted) {
    try {
      await client.sync(shop, { signal, pauses: PAUSES, onFailure })
    } catch (error) {
      logger.warn({ err: error }, `${name} of the sample cannot poll`)
      await delay(REFUSED_MS, undefined, { signal }).catch(() => {})
    }
  }
  await client.close()
}
