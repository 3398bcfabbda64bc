import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { namesOf } from '../../kit/names/names.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { linkFull, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import type { NewApiKey } from './inputs.ts'
import type { IssuedKey } from './issue.ts'
import {
  changeApiKey,
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from './keys.ts'
import { keyState } from './rules.ts'
import {
  IssuedKeyResponse,
  KeyChangeRequest,
  KeyPath,
  type KeyRequest,
  KeyResponse,
  KeyRotation,
  KeysQuery,
  keyRequest,
  OVERLAP_SECONDS,
} from './schema.ts'
import { type ApiKey, databaseTime } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'keys:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'keys:write' } satisfies Requirement }

/** The routes that manage API keys. A principal never gives a key more scopes or a longer life than it has. */
export function keyRoutes(fastify: FastifyInstance, database: Database): void {
  addReads(fastify, database)
  addCreate(fastify, database)
  addRotate(fastify, database)
  addChanges(fastify, database)
}

function customerIdOf(request: FastifyRequest): string {
  return principalOf(request).customer.customerId
}

function addReads(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: KeysQuery }>(
    '/keys',
    {
      config: READ,
      schema: {
        operationId: 'listKeys',
        tags: ['Keys'],
        summary: 'List API keys',
        description:
          'A page of the keys of the merchant and of its channels, oldest first, with those that have ended. The header `Link` names the next page.',
        querystring: KeysQuery,
        response: { 200: { type: 'array', items: KeyResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE } = request.query
      const place = placeOf(cursor)
      if (isRefusal(place)) return place
      const range = { after: place?.id, limit: pageSize }
      const keys = await listApiKeys(database, customerIdOf(request), range)
      linkFull(request, reply, keys, pageSize, (last) => ({ micros: '0', id: last.keyId }))
      const now = await databaseTime(database)
      return keys.map((key) => toResponse(key, now))
    },
  )

  fastify.get<{ Params: KeyPath }>(
    '/keys/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getKey',
        tags: ['Keys'],
        summary: 'Read an API key',
        description: 'A key with its scopes, expiry and last use. The secret is not stored.',
        params: KeyPath,
        response: { 200: KeyResponse },
      },
    },
    async (request) => {
      const key = await getApiKey(database, customerIdOf(request), request.params.id)
      if (isRefusal(key)) return key
      return toResponse(key, await databaseTime(database))
    },
  )
}

function addCreate(fastify: FastifyInstance, database: Database): void {
  const names = namesOf(fastify)
  fastify.post<{ Body: KeyRequest }>(
    '/keys',
    {
      config: { ...WRITE, hasSecret: true, refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'createKey',
        tags: ['Keys'],
        summary: 'Create an API key',
        description:
          'Creates a key. Its secret is in `Key` of this answer only. A merchant key cannot have more scopes than the credentials of the request; a key of a channel requires that they have `channels:write`. A key that is created with a key expires no later than that key, so `ExpiresAt` is required if that key expires.',
        body: keyRequest(names),
        response: { 201: IssuedKeyResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { customer, actor } = principal
      const input = toInput(request.body)
      const options = { granter: principal, actor, names }
      const issued = await createApiKey(database, customer.customerId, input, options)
      if (isRefusal(issued)) return toWire(issued)
      return reply.code(201).send(await toIssued(database, issued))
    },
  )
}

function addRotate(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Params: KeyPath; Body: KeyRotation }>(
    '/keys/:id/rotate',
    {
      config: {
        ...WRITE,
        hasSecret: true,
        refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND', 'MARKET_REFERENCE_IN_USE'],
      },
      schema: {
        operationId: 'rotateKey',
        tags: ['Keys'],
        summary: 'Replace an API key',
        description:
          'Creates a successor with the same label, scopes and channel, whose secret is in `Key` of this answer only. Both keys are valid for `OverlapSeconds`. The scopes that `POST /keys` requires are required here, too. The successor of a key that expires has the same lifetime, but it ends no later than the key with which the call is made, and that key cannot rotate one that outlives it.',
        params: KeyPath,
        body: KeyRotation,
        response: { 201: IssuedKeyResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { customer, actor } = principal
      const { customerId } = customer
      const { OverlapSeconds = OVERLAP_SECONDS } = request.body
      const { id } = request.params
      const issued = await rotateApiKey(database, customerId, id, OverlapSeconds, principal, actor)
      if (isRefusal(issued)) return toWire(issued)
      return reply.code(201).send(await toIssued(database, issued))
    },
  )
}

function addChanges(fastify: FastifyInstance, database: Database): void {
  fastify.patch<{ Params: KeyPath; Body: KeyChangeRequest }>(
    '/keys/:id',
    {
      config: {
        ...WRITE,
        refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND', 'MARKET_REFERENCE_IN_USE'],
      },
      schema: {
        operationId: 'changeKey',
        tags: ['Keys'],
        summary: 'Change an API key',
        description:
          'Changes the label or the expiry. The expiry of a key that has ended or was replaced cannot be changed, so that the key never becomes valid again. A key cannot be prolonged beyond the expiry of the key with which the call is made. Scopes cannot be changed: create another key.',
        params: KeyPath,
        body: KeyChangeRequest,
        response: { 200: KeyResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { Label, ExpiresAt } = request.body
      const change = {
        ...(Label !== undefined && { label: Label }),
        ...(ExpiresAt !== undefined && { expiresAt: ExpiresAt }),
      }
      const { id } = request.params
      const { customerId } = principal.customer
      const key = await changeApiKey(database, customerId, id, change, principal, principal.actor)
      if (isRefusal(key)) return toWire(key)
      return toResponse(key, await databaseTime(database))
    },
  )

  fastify.delete<{ Params: KeyPath }>(
    '/keys/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'deleteKey',
        tags: ['Keys'],
        summary: 'Revoke an API key',
        description:
          'Within a second, every node of the hub refuses the key, permanently. The key stays in the list. The call may be repeated.',
        params: KeyPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { actor } = principalOf(request)
      const { id } = request.params
      return (await revokeApiKey(database, customerIdOf(request), id, actor)) ?? {}
    },
  )
}

function toInput({ Kind, ChannelId, Label, Scopes, ExpiresAt }: KeyRequest): NewApiKey {
  return {
    kind: Kind ?? 'merchant',
    label: Label,
    ...(ChannelId && { channelId: ChannelId }),
    ...(Scopes && { scopes: Scopes }),
    ...(ExpiresAt && { expiresAt: ExpiresAt }),
  }
}

/** Writes the paths of issues with the names of the wire. */
function toWire(refusal: Refusal): Refusal {
  if (refusal.code !== 'MARKET_INVALID_INPUT') return refusal
  const capital = (path: string) => path.replace(/^\/[a-z]/, (start) => start.toUpperCase())
  return refuseIssues(refusal.errors.map(({ path, message }) => ({ path: capital(path), message })))
}

async function toIssued(
  database: Database,
  { key, record }: IssuedKey,
): Promise<IssuedKeyResponse> {
  return { ...toResponse(record, await databaseTime(database)), Key: key }
}

function toResponse(key: ApiKey, now: Date): KeyResponse {
  return {
    Id: Number(key.keyId),
    Kind: key.kind,
    ChannelId: key.channelId,
    Label: key.label,
    Scopes: [...key.scopes],
    State: keyState(key, now),
    CreatedAt: key.createdAt.toISOString(),
    ExpiresAt: key.expiresAt?.toISOString() ?? null,
    LastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    RevokedAt: key.revokedAt?.toISOString() ?? null,
    ReplacedBy: key.replacedBy === null ? null : Number(key.replacedBy),
  }
}
