/** Waits for hubs to work again after a fault, by asking them. */
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { moment } from '../entries.ts'
import type { HubNode } from '../world/hub-node.ts'
import type { World } from '../world/world.ts'

/** Milliseconds between two requests. A request does not wait for the answer to the previous one. */
const INTERVAL_MS = 200

/**
 * Asks every hub for something that needs the database, several times a second and on new connections, until each has answered
 * with 2xx or the patience is over. The questions stand in the history: recovery is measured by the first answer.
 */
export async function recoveredHubs(world: World, patienceMs: number): Promise<void> {
  await Promise.all(world.hubs.map((hub) => recovered(world, hub, patienceMs)))
}

async function recovered(world: World, hub: HubNode, patienceMs: number): Promise<void> {
  const over = moment() + patienceMs
  const stop = new AbortController()
  const isUp = Promise.withResolvers<void>()
  const asked: Promise<void>[] = []
  const ask = async () => {
    if (await question(world, hub, stop.signal)) isUp.resolve()
  }
  while (moment() < over && !stop.signal.aborted) {
    asked.push(ask())
    const isOver = isUp.promise.then(() => stop.abort())
    await Promise.race([isOver, delay(INTERVAL_MS)])
  }
  stop.abort()
  await Promise.all(asked)
}

async function question(world: World, hub: HubNode, signal: AbortSignal): Promise<boolean> {
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
    const response = await request(`${hub.url}${base.path}`, {
      headers: { 'x-api-key': shop?.key.text ?? '', connection: 'close' },
      signal,
    })
    await response.body.text()
    const { statusCode: status } = response
    // Failures are judged by the calls of the load; of a probe only its success counts.
    if (status === 200) world.history.add({ ...base, end: moment(), status, wellFormed: true })
    return status === 200
  } catch {
    return false
  }
}
