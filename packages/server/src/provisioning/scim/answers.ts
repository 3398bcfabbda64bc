/** Answers in the form of SCIM (RFC 7644, section 3.12). */
import { problemOf } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { SCIM_TYPES } from '../refusal.ts'

/** The content type of all bodies (RFC 7644, section 8.1). */
export const SCIM_TYPE = 'application/scim+json; charset=utf-8'

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Makes the failures of a scope errors of SCIM, and gives its answers their content type. */
export function answerScim(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply, payload) => {
    const problem = problemOf(reply)
    if (problem === undefined) {
      if (reply.statusCode === 200 || reply.statusCode === 201) reply.type(SCIM_TYPE)
      return payload
    }
    const { code, status, detail } = problem
    const scimType = SCIM_TYPES[code]
    reply.type(SCIM_TYPE).removeHeader('content-length')
    return JSON.stringify({
      schemas: [ERROR_SCHEMA],
      ...(scimType !== undefined && { scimType }),
      detail,
      status: String(status),
    })
  })
}
