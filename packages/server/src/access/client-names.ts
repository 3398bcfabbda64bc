/** The names of OAuth clients, for what is stored of their actions. */
import type { OAuth } from '@entrepot/oauth'
import { rememberBriefly } from '../people/remember.ts'

/** Names change rarely, and a late name does no harm. */
const REMEMBERED_MS = 60_000

/** Makes the function that returns the name of a client: its id if it has none, or if it cannot be read now. */
export function createClientNames(
  admin: () => OAuth['admin'] | undefined,
): (clientId: string) => Promise<string> {
  const find = rememberBriefly(async (clientId: string) => {
    const client = await admin()?.findClient(clientId)
    return { name: client?.name || clientId }
  }, REMEMBERED_MS)
  return async (clientId) => (await find(clientId).catch(() => undefined))?.name ?? clientId
}
