/** The limits of the configuration, which are numbers of requests per minute. */
import type { Database } from '@entrepot/database'
import { type Limits, limitAddresses } from '@entrepot/marketplace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/types.ts'
import type { HubMetrics } from '../operations/metrics/metrics.ts'
import { messagePage } from '../site/pages/layout.ts'
import { sendPage } from '../site/pages/send-page.ts'
import { wantsPage } from '../site/pages/wants-page.ts'

const perMinute = (requests: number) => ({ requests, seconds: 60 })

/** The limits of /v2. */
export function limitsOfApi({ signIn: _, ...limits }: Config['limits']): Limits {
  return {
    read: perMinute(limits.read),
    write: perMinute(limits.write),
    bulk: perMinute(limits.bulk),
    sync: perMinute(limits.sync),
    unauthenticated: perMinute(limits.unauthenticated),
  }
}

/** Adds a counter of the requests that pass because the store of the limits cannot be reached. Returns the function that counts one. */
export function countUnlimited(metrics: HubMetrics | undefined): () => void {
  let value = 0
  const help = 'Requests that passed without a limit, because its store could not be reached.'
  metrics?.addCounters(help, () => [
    { name: 'entrepot_unlimited_requests_total', labels: {}, value },
  ])
  return () => {
    value += 1
  }
}

/**
 * Limits the requests of each address to the routes of the sign-in plugin and of passkeys, which anybody may call: sign-ins, registrations and
 * tokens. The plugin has stricter limits of its own for what it stores. Needs `enablePages`; call it before the plugin is registered.
 */
export function limitSignIns(
  scope: FastifyInstance,
  database: Database,
  { signIn }: Config['limits'],
  onUnlimited: () => void,
): void {
  limitAddresses(scope, {
    database,
    name: 'sign-in',
    limit: perMinute(signIn),
    onUnlimited,
    // By the route: the path of a request can be percent-encoded, such as /%6fauth/mcp/token.
    isCounted: ({ routeOptions }) => /^\/(?:oauth|passkeys)\//.test(routeOptions.url ?? ''),
    refuse: refuseSignIn,
  })
}

/** People get a page, and programs the JSON of OAuth (RFC 6749, section 5.2) with the code that the sign-in plugin uses. */
async function refuseSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (wantsPage(request)) return await sendPage(reply, 429, messagePage(TITLE, TEXT))
  return await reply
    .code(429)
    .header('cache-control', 'no-store')
    .send({ error: 'slow_down', error_description: 'Too many requests from this address.' })
}

const TITLE = 'Too many requests'
const TEXT =
  'Too many requests came from your network within a minute. Wait a minute, then try again.'
