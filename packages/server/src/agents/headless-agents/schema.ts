/** Wire shapes of agents without a person. */
import { Line, Maybe, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ACTOR } from '../../actor-shapes.ts'
import { hubNames } from '../../names.ts'
import { IdPath, ListQuery } from '../../people/members/schema.ts'
import { LIMITS } from '../limits-of-agent.ts'
import { AGENT_STATUSES } from './rules.ts'
import { WorkloadRequest, WorkloadResponse } from './workload-schema.ts'

const Part = (description: string) =>
  Type.Optional(Type.String({ description: `In base64url. ${description}` }))

/** A JSON Web Key as it is sent. Members that are not listed are ignored (RFC 7517, section 4). */
const SentKey = Type.Object(
  {
    kty: OneOf(['OKP', 'EC', 'RSA'], 'OKP for Ed25519, EC for P-256.'),
    crv: Type.Optional(OneOf(['Ed25519', 'P-256'], 'The curve, except for RSA.')),
    x: Part('Of a curve.'),
    y: Part('Of P-256.'),
    n: Part('Of RSA: a modulus of 2048 to 4096 bits.'),
    e: Part('Of RSA.'),
    kid: Type.Optional(
      Type.String({ maxLength: 200, description: 'Its name, which the header of assertions has.' }),
    ),
    use: Type.Optional(Type.String({ maxLength: 20, description: 'sig, or none.' })),
    alg: Type.Optional(
      Type.String({ maxLength: 20, description: 'EdDSA, Ed25519, ES256 or RS256, by its kind.' }),
    ),
    key_ops: Type.Optional(
      Type.Array(Type.String({ maxLength: 20 }), { maxItems: 8, description: 'With verify.' }),
    ),
  },
  { additionalProperties: true },
)

const SENT_KEY =
  'The public key of the agent, as a JSON Web Key (RFC 7517): Ed25519, P-256 or RSA. When left out, the hub makes a pair of Ed25519, and answers the private key once.'

/** The body of POST. */
export const HeadlessAgentRequest = Type.Object(
  {
    Name: Type.Unsafe<string>({ ...Line(100, 'For people, such as what it does.'), minLength: 1 }),
    Scopes: Type.Array(OneOf(hubNames.scopes.merchant, 'What it may do.'), {
      minItems: 1,
      maxItems: hubNames.scopes.merchant.length,
      description: 'What the agent may do.',
    }),
    PublicKey: Maybe({ ...SentKey, description: SENT_KEY }),
    Workload: Maybe({
      ...WorkloadRequest,
      description:
        'Tokens of another issuer by which the agent authenticates instead of a key, such as those of jobs of GitHub Actions. The agent has no key then.',
    }),
  },
  STRICT,
)
export type HeadlessAgentRequest = Static<typeof HeadlessAgentRequest>

/** The body of POST for a further key. */
export const AgentKeyRequest = Type.Object(
  { PublicKey: Maybe({ ...SentKey, description: SENT_KEY }) },
  STRICT,
)
export type AgentKeyRequest = Static<typeof AgentKeyRequest>

/** The path parameters of a key. */
export const AgentKeyPath = Type.Object({
  ...IdPath.properties,
  keyId: Type.String({ maxLength: 100, description: 'Id of the key.' }),
})
export type AgentKeyPath = Static<typeof AgentKeyPath>

/** The query of the list. */
export const HeadlessAgentsQuery = Type.Object(
  {
    ...ListQuery.properties,
    status: Type.Optional(OneOf(AGENT_STATUSES, 'Only agents with this status.')),
  },
  STRICT,
)
export type HeadlessAgentsQuery = Static<typeof HeadlessAgentsQuery>

const Who = (description: string) => Type.Object(ACTOR, { description })

/** An agent. */
export const HeadlessAgentResponse = Type.Object(
  {
    Id: Type.Integer(),
    ClientId: Type.String({ description: 'Its id at the authorization server.' }),
    Name: Type.String(),
    Status: OneOf(AGENT_STATUSES, 'An agent that waits, or was rejected, gets no tokens.'),
    Scopes: Type.Array(Type.String()),
    PublicKey: Type.Object(
      { kty: Type.String(), crv: Type.String(), x: Type.String() },
      {
        deprecated: true,
        description: 'The oldest key, without y. Empty members for a key of RSA. Use Keys.',
      },
    ),
    Keys: Type.Array(
      Type.Object({
        Id: Type.String({ description: 'The thumbprint of the key (RFC 7638).' }),
        Kid: Nullable(Type.String({ description: 'The name that it was sent with.' })),
        Algorithm: OneOf(['EdDSA', 'ES256', 'RS256'], 'What its assertions are signed with.'),
      }),
      { description: 'Its public keys, the oldest first. Each of them gets tokens.' },
    ),
    Workloads: Type.Array(WorkloadResponse, {
      description: 'The tokens of other issuers by which it authenticates, the oldest first.',
    }),
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

/** An agent with what it has done today. */
export const HeadlessAgentDetails = Type.Object(
  { ...HeadlessAgentResponse.properties, ...LIMITS },
  { title: 'HeadlessAgentDetails' },
)

/** A new agent. */
export const IssuedHeadlessAgentResponse = Type.Object(
  {
    ...HeadlessAgentResponse.properties,
    PrivateKey: Nullable(
      Type.Object(
        {
          kty: Type.Literal('OKP'),
          crv: Type.Literal('Ed25519'),
          x: Type.String(),
          d: Type.String(),
          kid: Type.String(),
        },
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
