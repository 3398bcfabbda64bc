/** The settings of a directory: which groups give which roles. */
import type { Database } from '@entrepot/database'
import { type Actor, SYSTEM } from '@entrepot/marketplace'
import { appendEvents, isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess } from '../access/access.ts'
import type { RoleSettings } from '../access/rules.ts'
import { putSettings, type ScimSettings, selectSettings } from '../access/store.ts'
import { changeDirectory } from '../directory/changes.ts'

/** A change of settings. What is left out stays. */
export type SettingsChange = Partial<ScimSettings>

/**
 * Changes the settings, and the roles of all people of the directory by them. Refusal: `MARKET_LAST_OWNER`, if the only owner would lose
 * the role.
 *
 * @example
 * await changeScimSettings(database, '1', () => ({ defaultRole: 'viewer' }))
 */
export async function changeScimSettings(
  database: Database,
  customerId: string,
  change: (before: ScimSettings) => SettingsChange,
  actor: Actor = SYSTEM,
): Promise<ScimSettings | Refusal> {
  return await changeDirectory({ database, customerId, actor }, '', async (tx) => {
    const before = await selectSettings(tx, customerId)
    const answer = { ...before, ...change(before) }
    await putSettings(tx, customerId, answer)
    await appendEvents(tx, customerId, [
      { type: 'provisioning.updated', actor, data: toData(answer) },
    ])
    const settled = await settleAccess(tx, customerId, actor)
    return isRefusal(settled) ? settled : { ...settled, answer }
  })
}

/** The settings as the API and the log have them. */
export function toData({ defaultRole, roles }: RoleSettings) {
  return {
    DefaultRole: defaultRole,
    Roles: roles.map(({ group: Group, role: Role }) => ({ Group, Role })),
  }
}
