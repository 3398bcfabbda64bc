/** The events of members and invitations, in the log of their customer. */
import type { Transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { appendEvents, type NewEvent } from '@entrepot/marketplace/routes'

/** What an event has of a member. */
interface RecordedMember {
  readonly customerId: string
  /** Undefined for an invitation. */
  readonly userId?: string
  readonly email: string
  readonly role: string
}

/** The command, or the hub itself. */
const HUB: Actor = { kind: 'system', id: 'hub', label: 'Entrepot' }

/** Stores an event. If it is about a member, the caller holds the lock of the owners, or has just inserted the member. */
export async function recordMember(
  tx: Transaction,
  type: Extract<NewEvent['type'], `member.${string}`>,
  { customerId, userId, email, role }: RecordedMember,
  actor: Actor = HUB,
): Promise<void> {
  const subject = userId === undefined ? {} : { subject: { kind: 'member', id: userId } as const }
  await appendEvents(tx, customerId, [
    { type, ...subject, actor, data: { Email: email, Role: role } },
  ])
}
