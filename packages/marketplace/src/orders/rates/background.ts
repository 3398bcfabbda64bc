import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { convertAllWaiting } from './rates.ts'

/** How often each node searches for orders that a request or a crash has left to be converted. */
const INTERVAL_MS = 30_000

/** Converts waiting orders in the background, from the start of the host until it closes. */
export function convertInBackground(fastify: FastifyInstance, database: Database): void {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= convertAllWaiting(database)
      .catch((error: unknown) =>
        fastify.log.warn({ err: error }, 'orders that wait for exchange rates were not converted'),
      )
      .finally(() => {
        running = undefined
      })
  }
  let timer: NodeJS.Timeout | undefined
  fastify.addHook('onReady', async () => {
    timer = setInterval(run, INTERVAL_MS).unref()
  })
  fastify.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
