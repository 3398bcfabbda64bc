/** The events of passkeys, in the logs of all customers of their person. */
import type { Transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { appendEvents, type NewEvent } from '@entrepot/marketplace/routes'
import { selectMemberships } from '../agent-events/store.ts'

/** What happened to the passkeys of a person. */
export interface PasskeyChange {
  readonly type: Extract<NewEvent['type'], `passkey.${string}`>
  readonly userId: string
  readonly email: string
  /** The name of the passkey; null if it is not about one. */
  readonly name: string | null
}

/** Stores an event. Without an actor, the person has done it. */
export async function recordPasskey(
  tx: Transaction,
  { type, userId, email, name }: PasskeyChange,
  actor: Actor = { kind: 'person', id: userId, label: email },
): Promise<void> {
  for (const { customerId } of await selectMemberships(tx, [userId])) {
    const subject = { kind: 'member', id: userId } as const
    await appendEvents(tx, customerId, [
      { type, subject, actor, data: { Email: email, Passkey: name } },
    ])
  }
}
