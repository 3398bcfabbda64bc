/** Waits until hubs work again after a fault, by sending requests to them. */
import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient, type HttpClient } from '@entrepot/test-support/http-client'
import { moment } from '../entries.ts'
import type { HubNode } from '../world/hub-node.ts'
import type { World } from '../world/world.ts'

/** Milliseconds between two requests. The next request is sent even if the previous one is not answered. */
const INTERVAL_MS = 200

/**
 * Sends every hub requests that need the database, several times per second and on new connections, until each hub has answered with 2xx or
 * the time is over. Successful requests are added to the history: the first 2xx determines the recovery time.
 */
export async function recoveredHubs(world: World, patienceMs: number): Promise<void> {
  const client = createHttpClient({ connections: 64 })
  await Promise.all(world.hubs.map((hub) => recovered(client, world, hub, patienceMs)))
  await client.destroy()
}

async function recovered(
  client: HttpClient,
  world: World,
  hub: HubNode,
  patienceMs: number,
): Promise<void> {
  const over = moment() + patienceMs
  const stop = new AbortController()
  const isUp = Promise.withResolvers<void>()
  const asked: Promise<void>[] = []
  const ask = async () => {
    if (await question(client, world, hub, stop.signal)) isUp.resolve()
  }
  while (moment() < over && !stop.signal.aborted) {
    asked.push(ask())
    const isOver = isUp.promise.then(() => stop.abort())
    await Promise.race([isOver, delay(INTERVAL_MS)])
  }
  stop.abort()
  await Promise.all(asked)
}

async function question(
  client: HttpClient,
  world: World,
  hub: HubNode,
  signal: AbortSignal,
): Promise<boolean> {
  const [shop] = world.shops
  const at = moment()
  const base = {
    kind: 'call' as const,
    at,
    node: hub.name,
    key: shop?.key.label ?? '',
    method: 'GET',
    path: '/v2/channels',
    bodyHash: null,
    intent: { name: 'probe' },
  }
  try {
    const { method, path } = base
    const key = shop?.key.text
    const headers = { connection: 'close' }
    const { status } = await client.send({ method, origin: hub.url, path, key, headers, signal })
    // Only the success of a probe is recorded. Failures are evaluated by the calls of the load.
    if (status === 200) world.history.add({ ...base, end: moment(), status, wellFormed: true })
    return status === 200
  } catch {
    return false
  }
}
