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
  'connections:read',
  'connections:write',
]

const SUBJECTS: Readonly<Record<string, string>> = {
  products: 'products',
  offers: 'prices and stock',
  orders: 'orders',
  fulfilment: 'shipments, cancellations and returns',
  channels: 'channels',
  keys: 'API keys',
  members: 'members and invitations',
  webhooks: 'webhooks',
  connections: 'shop connections',
  agents: 'agents',
  settings: 'settings and exchange rates',
  scim: 'members through a directory (SCIM)',
  returns: 'returns',
}

const VERBS: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Change',
  create: 'Create',
  cancel: 'Cancel',
  sync: 'Fetch',
}

/** The label of a scope, such as `Read orders`; the scope itself if the console does not know it. */
export function scopeLabel(scope: string): string {
  const [subject = '', verb = ''] = scope.split(':')
  const [what, does] = [SUBJECTS[subject], VERBS[verb]]
  return what && does ? `${does} ${what}` : scope
}

/** Scopes that administer the hub. A new key has none of them unless somebody chooses them. */
const ADMINISTRATION = /^(keys|members|webhooks|connections|agents|settings|scim):/

/** The scopes that the form of a new key proposes: what every channel does, or what reads the records of the merchant. */
export function proposedScopes(scopes: readonly string[]): readonly string[] {
  const isChannel = scopes === CHANNEL_SCOPES
  return scopes.filter(
    (scope) => !ADMINISTRATION.test(scope) && (isChannel || scope.endsWith(':read')),
  )
}

/** What scopes permit, in the order of the words: `Read and change: products; orders`. Scopes that the console does not know come last. */
export function scopesInWords(scopes: readonly string[]): readonly string[] {
  const bySubject = new Map<string, string[]>()
  const unknown: string[] = []
  for (const scope of scopes) {
    const [subject = '', verb = ''] = scope.split(':')
    const [what, does] = [SUBJECTS[subject], VERBS[verb]]
    if (what && does) bySubject.set(what, [...(bySubject.get(what) ?? []), does])
    else unknown.push(scope)
  }
  const byVerbs = new Map<string, string[]>()
  for (const [what, verbs] of bySubject) {
    const words = asList(verbs.map((verb, index) => (index === 0 ? verb : verb.toLowerCase())))
    byVerbs.set(words, [...(byVerbs.get(words) ?? []), what])
  }
  return [...[...byVerbs].map(([verbs, what]) => `${verbs}: ${what.join('; ')}`), ...unknown]
}

function asList(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
