/** The labels of the scopes of keys. Pure. */
import type { Input } from '@entrepot/client'

export type Scope = NonNullable<Input<'createKey'>['body']['Scopes']>[number]

/** What the keys of channels can do. */
export const CHANNEL_SCOPES: readonly Scope[] = [
  'orders:create',
  'orders:read',
  'orders:cancel',
  'products:sync',
  'offers:sync',
  'fulfilment:read',
  'returns:create',
  'webhooks:read',
  'webhooks:write',
]

const SUBJECTS: Readonly<Record<string, string>> = {
  products: 'products',
  offers: 'prices and stocks',
  orders: 'orders',
  fulfilment: 'shipments, cancellations and returns',
  channels: 'channels',
  keys: 'API keys',
  members: 'members and invitations',
  webhooks: 'webhooks',
  agents: 'agents',
  settings: 'settings and exchange rates',
  returns: 'returns',
}

const VERBS: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Change',
  create: 'Create',
  cancel: 'Cancel',
  sync: 'Poll',
}

/** The label of a scope, such as `Read orders`; the scope itself if the console does not know it. */
export function scopeLabel(scope: string): string {
  const [subject = '', verb = ''] = scope.split(':')
  const [what, does] = [SUBJECTS[subject], VERBS[verb]]
  return what && does ? `${does} ${what}` : scope
}

/** Scopes that administer the hub. A new key has none of them unless somebody chooses them. */
const ADMINISTRATION = /^(keys|members|webhooks|agents|settings):/

/** The scopes that the form of a new key proposes. */
export function proposedScopes(scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) => !ADMINISTRATION.test(scope))
}
