import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { ownerOf } from '../../kit/principals/owner.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { ConnectionPath, TAGS, WRITE } from '../route-parts.ts'
import { createRequest } from './requests.ts'
import { RequestRequest, RequestResponse } from './schema.ts'

/** The route with which people ask something of a connector. */
export function requestRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Params: ConnectionPath; Body: RequestRequest }>(
    '/connections/:id/requests',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'createConnectionRequest',
        tags: TAGS,
        summary: 'Ask something of a connector',
        description:
          'Asks for a run, a dry run, a test, or for records with a problem to be tried again. The connector gets it with its next lease, is woken by the event `connection.requested`, and answers with a run that names it. While the same is asked already, the answer is that request.',
        params: ConnectionPath,
        body: RequestRequest,
        response: { 201: RequestResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const owner = ownerOf(principal)
      const { id } = request.params
      const asked = await createRequest(database, owner, id, request.body, principal.actor)
      return isRefusal(asked) ? asked : reply.code(201).send(asked)
    },
  )
}
