import { Readable } from 'node:stream'
import { type OAuthUser, withOAuthValidation } from '@entrepot/oauth'
import type { FastifyInstance, FastifyRequest } from 'fastify'

interface Query {
  Querystring: {
    kind?: 'configured' | 'registered' | 'document'
    text?: string
    cursor?: string
    client?: string
    user?: string
  }
}

/** Texts only: a parameter that is there twice is answered with 400. */
const TEXT = { type: 'string', maxLength: 2_048 } as const
const KIND = { enum: ['configured', 'registered', 'document'] } as const
const PROPERTIES = { kind: KIND, text: TEXT, cursor: TEXT, client: TEXT, user: TEXT }
const SCHEMA = {
  querystring: { type: 'object', properties: PROPERTIES, additionalProperties: false },
} as const

const isAdmin = (user: OAuthUser) => user.role === 'admin'

/** Who acts, for the audit. */
const action = (request: FastifyRequest) => ({ by: request.session.user, request })

/** Routes for administrators. PUT and DELETE cannot be sent by a form of another site. */
export function adminRoutes(app: FastifyInstance): void {
  const { admin, metrics } = app.oauth
  const route = (
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    run: (request: FastifyRequest<Query>) => Promise<unknown>,
  ) => {
    const handler = withOAuthValidation(run, { allow: isAdmin, quarantined: false })
    app.route<Query>({ method, url, schema: SCHEMA, handler })
  }
  const ownerOf = ({ query: { client: clientId = '', user } }: FastifyRequest<Query>) =>
    user === undefined ? { clientId } : { user, ...(clientId !== '' && { clientId }) }

  route('GET', '/admin/clients', ({ query }) => admin.listClients(query))
  route('DELETE', '/admin/clients', async (request) => ({
    outcome: await admin.deleteClient(request.query.client ?? '', action(request)),
  }))
  route('PUT', '/admin/disabled-clients', async (request) => {
    const { client = '', text: reason } = request.query
    return { changed: await admin.disableClient(client, { ...action(request), reason }) }
  })
  route('DELETE', '/admin/disabled-clients', async (request) => ({
    changed: await admin.enableClient(request.query.client ?? '', action(request)),
  }))
  route('GET', '/admin/grants', (request) =>
    admin.listGrants({ ...ownerOf(request), cursor: request.query.cursor }),
  )
  route('DELETE', '/admin/grants', async (request) => ({
    changed: await admin.revokeGrants(ownerOf(request), action(request)),
  }))
  route('GET', '/admin/sign-ins', ({ query: { user = '', cursor } }) =>
    admin.listSignIns({ user, cursor }),
  )
  app.get(
    '/admin/audit.jsonl',
    withOAuthValidation(
      async (_, reply) =>
        reply.type('application/x-ndjson').send(Readable.from(admin.auditLines())),
      { allow: isAdmin, quarantined: false },
    ),
  )
  // For Prometheus: serve it where only your monitoring can reach it.
  app.get('/metrics', async (_, reply) => {
    const lines = metrics().map(({ name, labels, value }) => {
      const pairs = Object.entries(labels).map(([key, label]) => `${key}=${JSON.stringify(label)}`)
      return `${name}{${pairs.join(',')}} ${value}\n`
    })
    return reply.type('text/plain; version=0.0.4').send(lines.join(''))
  })
}
