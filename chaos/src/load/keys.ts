/** An owner who creates, rotates and revokes API keys with the `entrepot` command while the hubs run. */
import { setTimeout as delay } from 'node:timers/promises'
import type { RunCommand } from '../world/shops.ts'
import type { Actor } from './shop-state.ts'

/** docs/guides/keys.md: a revoked key is refused on every node within a second. */
const REVOKED_AFTER_MS = 3_000

/** Creates, rotates and revokes one key. If a fault makes a command fail, the round ends. */
export async function keyRound(actor: Actor, run: RunCommand): Promise<void> {
  const { id } = actor.state.shop
  const label = `${actor.name} ${actor.next()}`
  const ofCustomer = ['--customer', id]
  try {
    const first = await run('keys', 'create', ...ofCustomer, '--label', label)
    await use(actor, label, first.key)
    // The old key stays valid for an hour by the clock of the database; a wrong clock of a hub does not matter.
    const overlap = ['--overlap-hours', '1']
    const second = await run('keys', 'rotate', String(first.keyId), ...ofCustomer, ...overlap)
    await use(actor, `${label}, rotated`, first.key)
    await use(actor, `${label}, second`, second.key)
    await run('keys', 'revoke', String(second.keyId), ...ofCustomer)
    await delay(REVOKED_AFTER_MS)
    await use(actor, `${label}, revoked`, second.key, 401)
  } catch {
    // PostgreSQL was unavailable for the command. No oracle checks the result of the command.
    await delay(500)
  }
}

async function use(actor: Actor, label: string, key: unknown, refusedWith?: number): Promise<void> {
  await actor.send({
    key: { label, text: String(key) },
    method: 'GET',
    path: '/v2/channels',
    intent: { name: 'GET /channels', ...(refusedWith && { refusedWith }) },
  })
}
