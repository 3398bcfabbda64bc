/** Wire shapes of the tokens of other issuers by which agents authenticate. */
import { Line, Maybe, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { IdPath } from '../../people/members/schema.ts'
import type { HeadlessAgent } from './store.ts'
import type { SentWorkload } from './workload-rules.ts'

const Named = (description: string) =>
  Type.Unsafe<string>({ ...Line(500, description), minLength: 1 })

/** Tokens of another issuer, as they are sent. */
export const WorkloadRequest = Type.Object(
  {
    Issuer: Named(
      'The claim iss: an https URL, such as https://token.actions.githubusercontent.com.',
    ),
    Audience: Maybe(
      Named('The claim aud, which must have no other value. Default: the address of the hub.'),
    ),
    Subject: Named(
      'The claim sub. A * stands for one part between : and /, and the first two parts are without it, such as repo:acme/*:ref:refs/heads/main.',
    ),
    Claims: Maybe(
      Type.Record(
        Type.String({ pattern: '^[\\w:.-]{1,100}$' }),
        Named('The value. A * stands for one part.'),
        {
          maxProperties: 10,
          description: 'Claims that a token must have, such as repository, ref or environment.',
        },
      ),
    ),
    Keys: Maybe(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        minItems: 1,
        maxItems: 8,
        description:
          'Public keys of the issuer, as JSON Web Keys of Ed25519, P-256 or RSA, for an issuer that the hub cannot reach. When left out, the hub discovers them at the issuer.',
      }),
    ),
  },
  STRICT,
)
export type WorkloadRequest = Static<typeof WorkloadRequest>

/** The path parameters of an entry. */
export const WorkloadPath = Type.Object({
  ...IdPath.properties,
  workloadId: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'Id of the entry.' }),
})
export type WorkloadPath = Static<typeof WorkloadPath>

/** Tokens of another issuer, in an answer. */
export const WorkloadResponse = Type.Object({
  Id: Type.Integer(),
  Issuer: Type.String(),
  Audience: Type.String(),
  Subject: Type.String(),
  Claims: Type.Record(Type.String(), Type.String()),
  HasKeys: Type.Boolean({
    description: 'Whether keys of the issuer are stored. Otherwise they are discovered.',
  }),
  CreatedAt: Type.String({ format: 'date-time' }),
})
export type WorkloadResponse = Static<typeof WorkloadResponse>

/** What was sent. @param audience the default, if there is one */
export function toSentWorkload(
  { Issuer, Audience, Subject, Claims, Keys }: WorkloadRequest,
  audience: string | undefined,
): SentWorkload {
  return {
    issuer: Issuer,
    audience: Audience ?? audience ?? '',
    subject: Subject,
    claims: Claims ?? {},
    keys: Keys ?? undefined,
  }
}

/** The entries of an agent, in an answer. */
export function toWorkloads({ workloads }: Pick<HeadlessAgent, 'workloads'>): WorkloadResponse[] {
  return workloads.map(({ workloadId, issuer, audience, subject, claims, keys, createdAt }) => ({
    ...{ Id: Number(workloadId), Issuer: issuer, Audience: audience, Subject: subject },
    ...{ Claims: { ...claims }, HasKeys: keys !== null },
    CreatedAt: new Date(createdAt).toISOString(),
  }))
}
