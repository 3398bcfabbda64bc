import { toActor } from '../../actor-shapes.ts'
import { namedKeysOf } from './headless-agents.ts'
import type { HeadlessAgentResponse } from './schema.ts'
import type { HeadlessAgent } from './store.ts'
import { toWorkloads } from './workload-schema.ts'

/** An agent in an answer. */
export async function toResponse(agent: HeadlessAgent): Promise<HeadlessAgentResponse> {
  const { decidedBy } = agent
  const keys = await namedKeysOf(agent)
  const { kty = '', crv = '', x = '' } = keys[0]?.jwk ?? {}
  return {
    Id: Number(agent.agentId),
    ClientId: agent.clientId,
    Name: agent.name,
    Status: agent.status,
    Scopes: [...agent.scopes],
    PublicKey: { kty, crv, x },
    Keys: keys.map(({ id: Id, jwk, algorithm: Algorithm }) => ({
      ...{ Id, Kid: jwk.kid ?? null, Algorithm },
    })),
    Workloads: toWorkloads(agent),
    AskedBy: toActor(agent.askedBy),
    CreatedAt: agent.createdAt.toISOString(),
    DecidedBy: decidedBy && toActor(decidedBy),
    DecidedAt: agent.decidedAt?.toISOString() ?? null,
    UsedAt: agent.usedAt?.toISOString() ?? null,
  }
}
