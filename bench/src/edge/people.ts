/** A person who may read the orders of the sample customer, with a session and with an agent. */
import { runEntrepot } from '@entrepot/server/testing'
import { bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'
import type { BedHub } from '../hub.ts'

/** The headers of each way to authenticate. */
export interface Credentials {
  readonly session: Readonly<Record<string, string>>
  readonly token: Readonly<Record<string, string>>
}

/** Signs a sample person in at a hub with MCP, and makes the person a member of the sample customer. */
export async function admitPerson({ hub, env }: BedHub): Promise<Credentials> {
  const browser = await signIn(hub, 'ann')
  const member = ['ann@example.com', '--customer', '1', '--role', 'viewer']
  const { code, stderr } = await runEntrepot(['members', 'add', ...member], env)
  if (code !== 0) throw new Error(`members add: ${stderr}`)
  const tokens = await connectAgent(hub, 'ann', { scope: 'orders:read' })
  const session = {
    cookie: browser.cookiesFor(hub.url),
    'entrepot-customer': '1',
    'sec-fetch-site': 'same-origin',
  }
  return { session, token: bearer(tokens) }
}
