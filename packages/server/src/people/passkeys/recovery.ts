/** Links with which people get back in who have lost their passkeys. The operator makes them. */
import { randomBytes } from 'node:crypto'
import { type Database, transaction } from '@entrepot/database'
import { SYSTEM } from '@entrepot/marketplace'
import { hashToken } from '../link-token.ts'
import type { HubRefusal } from '../refusal.ts'
import { isEmail } from '../users/rules.ts'
import { noEmail, noUser } from '../users/users.ts'
import { recordPasskey } from './record.ts'
import { insertRecoveryLink } from './recovery-store.ts'

/** Hours for which a link works. */
export const VALID_HOURS = 24

/** Path of the page. The token is in the query, because paths are logged. */
export const RECOVERY_PATH = '/recover'

/**
 * Makes a link, which works once, for a day, and replaces an earlier one of the user. Only its hash is stored. It also gives the first
 * passkey to a user whom the command has added.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`.
 *
 * @example
 * const made = await createRecoveryLink(database, 'ann@shop.example', 'https://hub.example')
 */
export async function createRecoveryLink(
  database: Database,
  email: string,
  publicUrl: string,
): Promise<{ readonly email: string; readonly link: string } | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  const token = randomBytes(32).toString('base64url')
  const user = await transaction(database, async (tx) => {
    const stored = await insertRecoveryLink(tx, email, hashToken(token), VALID_HOURS)
    if (stored) {
      const change = { type: 'passkey.recovery_issued', name: null, ...stored } as const
      await recordPasskey(tx, change, SYSTEM)
    }
    return stored
  })
  if (user === undefined) return noUser(email)
  return { email: user.email, link: `${publicUrl}${RECOVERY_PATH}?token=${token}` }
}
