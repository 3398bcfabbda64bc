import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { ownerOf } from '../../kit/principals/owner.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import {
  decodeReference,
  encodeReference,
  linkFull,
  PAGE_SIZE,
  placeOf,
} from '../../kit/shared/paging.ts'
import {
  ConnectionPath,
  KINDS,
  type Kind,
  noSuchConnection,
  READ,
  TAGS,
  WRITE,
} from '../route-parts.ts'
import { findConnection } from '../store.ts'
import { storePairs } from './pairs.ts'
import { PairResponse, PairsQuery, PairsRequest, PairsStored } from './schema.ts'
import { findPairs, type PairPlace } from './store.ts'

/** The routes of pairs. */
export function pairRoutes(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addStore(fastify, database)
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ConnectionPath; Querystring: PairsQuery }>(
    '/connections/:id/pairs',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'listConnectionPairs',
        tags: TAGS,
        summary: 'List the pairs of a connection',
        description:
          'A page of pairs, by kind and id of the hub. The header `Link` names the next page.',
        params: ConnectionPath,
        querystring: PairsQuery,
        response: { 200: { type: 'array', items: PairResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, kind, hubId, shopId, state } = request.query
      const after = placeOf(cursor, decodePlace)
      if (isRefusal(after)) return after
      const owner = ownerOf(principalOf(request))
      const { id } = request.params
      if ((await findConnection(database, owner, id)) === undefined) return noSuchConnection(id)
      const filter = { kind, hubIds: hubId, shopIds: shopId, state, after }
      const pairs = await findPairs(database, owner.customerId, id, filter, pageSize)
      linkFull(request, reply, pairs, pageSize, (last) =>
        encodeReference(`${last.Kind}:${last.HubId}`),
      )
      return pairs
    },
  )
}

function addStore(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: ConnectionPath; Body: PairsRequest }>(
    '/connections/:id/pairs',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        refusals: [
          'MARKET_NOT_FOUND',
          'MARKET_CONNECTION_LEASE_LOST',
          'MARKET_CONNECTION_PAIR_TAKEN',
        ],
      },
      schema: {
        operationId: 'storeConnectionPairs',
        tags: TAGS,
        summary: 'Store pairs',
        description:
          'Stores which records of the hub are which records of the shop: all of the pairs, or none. A record of the hub has one pair of its kind, and so has a record of the shop. A pair is replaced as a whole.',
        params: ConnectionPath,
        body: PairsRequest,
        response: { 200: PairsStored },
      },
    },
    async (request) => {
      const owner = ownerOf(principalOf(request))
      const { Lease, Pairs } = request.body
      const write = { owner, connectionId: request.params.id, lease: Lease }
      const stored = await storePairs(database, write, Pairs)
      return isRefusal(stored) ? stored : { Changed: stored.changed }
    },
  )
}

function decodePlace(text: string): PairPlace | undefined {
  const place = decodeReference(text)
  const [kind = '', hubId] = place === undefined ? [] : splitAt(place, place.indexOf(':'))
  if (hubId === undefined || !KINDS.includes(kind as Kind)) return undefined
  return { kind: kind as Kind, hubId }
}

const splitAt = (text: string, at: number): [string, string] => [
  text.slice(0, at),
  text.slice(at + 1),
]
