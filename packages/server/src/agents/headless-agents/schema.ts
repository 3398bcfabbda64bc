/** Wire shapes of agents without a person. */
import { Line, Maybe, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { hubNames } from '../../names.ts'
import { ListQuery } from '../../people/members/schema.ts'
import { AGENT_STATUSES } from './rules.ts'

const KEY = {
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'The public key, in base64url.' }),
}

/** The body of POST. */
export const HeadlessAgentRequest = Type.Object(
  {
    Name: Type.Unsafe<string>({ ...Line(100, 'For people, such as what it does.'), minLength: 1 }),
    Scopes: Type.Array(OneOf(hubNames.scopes.merchant, 'What it may do.'), {
      minItems: 1,
      maxItems: hubNames.scopes.merchant.length,
      description: 'What the agent may do.',
    }),
    PublicKey: Maybe(
      Type.Object(KEY, {
        ...STRICT,
        description:
          'The public key of the agent (RFC 8037). When left out, the hub makes a pair, and answers the private key once.',
      }),
    ),
  },
  STRICT,
)
export type HeadlessAgentRequest = Static<typeof HeadlessAgentRequest>

/** The query of the list. */
export const HeadlessAgentsQuery = Type.Object(
  {
    ...ListQuery.properties,
    status: Type.Optional(OneOf(AGENT_STATUSES, 'Only agents with this status.')),
  },
  STRICT,
)
export type HeadlessAgentsQuery = Static<typeof HeadlessAgentsQuery>

const Named = { Id: Type.String(), Label: Type.String() }
const Who = (description: string) =>
  Type.Object(
    {
      Kind: OneOf(['key', 'person', 'agent', 'system'], 'Kind of the actor.'),
      ...Named,
    },
    { description },
  )

/** An agent. */
export const HeadlessAgentResponse = Type.Object(
  {
    Id: Type.Integer(),
    ClientId: Type.String({ description: 'Its id at the authorization server.' }),
    Name: Type.String(),
    Status: OneOf(AGENT_STATUSES, 'An agent that waits, or was rejected, gets no tokens.'),
    Scopes: Type.Array(Type.String()),
    PublicKey: Type.Object(KEY),
    AskedBy: Who('Who created it, or asked for it.'),
    CreatedAt: Type.String({ format: 'date-time' }),
    DecidedBy: Nullable(Who('Who approved or rejected it.')),
    DecidedAt: Nullable(Type.String({ format: 'date-time' })),
    UsedAt: Nullable(
      Type.String({ format: 'date-time', description: 'When it last got a token.' }),
    ),
  },
  { title: 'HeadlessAgent' },
)
export type HeadlessAgentResponse = Static<typeof HeadlessAgentResponse>

/** A new agent. */
export const IssuedHeadlessAgentResponse = Type.Object(
  {
    ...HeadlessAgentResponse.properties,
    PrivateKey: Nullable(
      Type.Object(
        { ...KEY, d: Type.String() },
        {
          description:
            'The private key that signs its assertions. It is not shown again. Null for an agent with its own key.',
        },
      ),
    ),
    TokenUrl: Nullable(
      Type.String({
        description: 'Where it gets tokens. Null if the hub issues none: mcp.enabled is not set.',
      }),
    ),
  },
  { title: 'IssuedHeadlessAgent' },
)
export type IssuedHeadlessAgentResponse = Static<typeof IssuedHeadlessAgentResponse>
