/** A directory that provides members of a hub by SCIM. */
import type { Scope } from '@entrepot/marketplace'
import type { Shop } from '@entrepot/test-support/shop'
import type { LocalHub } from '../../src/testing.ts'
import { newKey, type TwoHubs } from '../two-hubs.ts'

/** An answer of SCIM. */
export interface ScimAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any
}

/** A request of SCIM. */
export interface ScimRequest {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a secret for a directory. */
export async function secretOf(
  hubs: Pick<TwoHubs, 'store'>,
  shop: Shop,
  scopes: readonly Scope[] = ['scim:write'],
): Promise<string> {
  return await newKey(hubs, shop, scopes, 'Directory')
}

/** Calls SCIM with a secret. */
export async function callScim(
  { url }: Pick<LocalHub, 'url'>,
  secret: string | undefined,
  path: string,
  { method = 'GET', body, headers = {} }: ScimRequest = {},
): Promise<ScimAnswer> {
  const response = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: {
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** The body of a user. */
export const userOf = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  active: true,
  ...more,
})

/** The body of a group. */
export const groupOf = (displayName: string, ids: readonly string[] = [], more: object = {}) => ({
  schemas: [GROUP],
  displayName,
  members: ids.map((value) => ({ value })),
  ...more,
})

/** The body of PATCH. */
export const patchOf = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
