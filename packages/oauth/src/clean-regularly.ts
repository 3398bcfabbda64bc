import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { explain } from './shared/explain.ts'

/** How often expired rows are deleted, on average. */
const CLEAN_EVERY_MS = 5 * 60_000

/** Deletes expired rows of the store, from the start of the application to its end. */
export function cleanRegularly(
  app: FastifyInstance,
  { store, config, logger }: Pick<Context, 'store' | 'logger'> & { readonly config: Config },
): void {
  let timer: NodeJS.Timeout
  const ending = new AbortController()
  const plan = () => {
    if (ending.signal.aborted) return
    // Nodes that start together clean up at different times.
    timer = setTimeout(clean, CLEAN_EVERY_MS * (0.5 + Math.random()))
    timer.unref()
  }
  const clean = () => {
    store
      .clean({ auditTtl: config.mcp?.auditTtl, signal: ending.signal })
      .catch((error: unknown) =>
        logger.warn({ cause: explain(error) }, 'expired rows could not be deleted'),
      )
      .finally(plan)
  }
  app.addHook('onReady', async () => plan())
  app.addHook('onClose', async () => {
    ending.abort()
    clearTimeout(timer)
  })
}
