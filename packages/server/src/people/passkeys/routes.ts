/** `/v2/me/passkeys`: the passkeys of the person who calls. They are created in a browser only, by the pages of the hub. */
import type { Database } from '@entrepot/database'
import {
  isRefusal,
  principalOf,
  type Refusal,
  type Requirements,
  refuse,
  takeEffect,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { hubNames } from '../../names.ts'
import { IdPath } from '../members/schema.ts'
import { personOf } from '../sessions/routes.ts'
import { hasAccount, lockUser } from '../users/store.ts'
import { recordPasskey } from './record.ts'
import { passkeyName } from './rules.ts'
import { PasskeyChange, PasskeyResponse } from './schema.ts'
import { deletePasskeys, type Passkey, renamePasskey, selectPasskeys } from './store.ts'

/** Any scope is sufficient for what concerns only the caller. */
const ANY: Requirements = [{ kind: 'merchant', scope: hubNames.scopes.merchant }]
const OWN = { requires: ANY, acceptsAnyCustomer: true } as const
const TAGS = ['Members']

/**
 * Adds the calls of passkeys.
 *
 * @param providers names of the providers with which people can sign in, besides passkeys
 */
export function passkeyRoutes(
  scope: FastifyInstance,
  database: Database,
  providers: readonly string[],
): void {
  scope.get(
    '/me/passkeys',
    {
      config: { ...OWN, refusals: ['MARKET_FORBIDDEN'] },
      schema: {
        ...{ operationId: 'listMyPasskeys', tags: TAGS, summary: 'List my passkeys' },
        description:
          'Lists the passkeys of the person who calls, oldest first. Only people can call it: keys and agents have none. Passkeys are created in the console.',
        response: { 200: { type: 'array', items: PasskeyResponse } },
      },
    },
    async (request) => {
      const person = personOf(principalOf(request))
      if (isRefusal(person)) return person
      return (await selectPasskeys(database, person.id)).map(toResponse)
    },
  )
  scope.patch<{ Params: IdPath; Body: PasskeyChange }>(
    '/me/passkeys/:id',
    {
      config: { ...OWN, refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'changeMyPasskey', tags: TAGS, summary: 'Rename one of my passkeys' },
        description: 'Changes the name of a passkey of the person who calls.',
        params: IdPath,
        body: PasskeyChange,
        response: { 200: PasskeyResponse },
      },
    },
    async (request) => {
      const person = personOf(principalOf(request))
      if (isRefusal(person)) return person
      const { id } = request.params
      const name = passkeyName(request.body.Name, 'Passkey')
      const renamed = await renamePasskey(database, person.id, Number(id), name)
      return renamed ? toResponse(renamed) : noPasskey(id)
    },
  )
  addDelete(scope, database, providers)
}

function addDelete(scope: FastifyInstance, database: Database, providers: readonly string[]): void {
  scope.delete<{ Params: IdPath }>(
    '/me/passkeys/:id',
    {
      config: { ...OWN, refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND', 'MARKET_LAST_WAY_IN'] },
      schema: {
        ...{ operationId: 'removeMyPasskey', tags: TAGS, summary: 'Remove one of my passkeys' },
        description:
          'Removes a passkey of the person who calls: nobody signs in with it any more. Sessions that began with it go on until they are ended, and agents keep their access. The last passkey can only be removed by a person who has signed in with a provider of the hub, too.',
        params: IdPath,
        response: { 204: { type: 'null', description: 'The passkey is removed.' } },
      },
    },
    async (request, reply) => {
      const person = personOf(principalOf(request))
      if (isRefusal(person)) return person
      const refusal = await removePasskey(database, person.id, request.params.id, providers)
      return refusal ?? (await reply.code(204).send())
    },
  )
}

/** Removes a passkey, but never the last way in, however many are removed at once. */
async function removePasskey(
  database: Database,
  userId: string,
  id: string,
  providers: readonly string[],
): Promise<Refusal | undefined> {
  const outcome = await takeEffect(database, async (tx) => {
    const user = await lockUser(tx, userId)
    const passkeys = user ? await selectPasskeys(tx, userId) : []
    const found = passkeys.find(({ passkeyId }) => passkeyId === id)
    if (user === undefined || found === undefined) return noPasskey(id)
    if (passkeys.length === 1 && !(await hasAccount(tx, userId, providers))) return LAST
    await deletePasskeys(tx, userId, { passkeyId: id })
    await recordPasskey(tx, { type: 'passkey.removed', ...user, name: found.name })
    return null
  })
  return outcome ?? undefined
}

const LAST = refuse(
  'MARKET_LAST_WAY_IN',
  'This is the only way in which you can sign in. Add another passkey first.',
)

function noPasskey(id: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `You have no passkey ${id}.`)
}

function toResponse({ passkeyId, name, createdAt, lastUsedAt }: Passkey): PasskeyResponse {
  return {
    Id: Number(passkeyId),
    Name: name,
    CreatedAt: createdAt.toISOString(),
    LastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
