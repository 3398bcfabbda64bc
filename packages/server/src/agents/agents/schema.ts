/** Wire shapes of agents. */
import { Nullable } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { LIMITS } from '../limits-of-agent.ts'

const Access = Type.Object({
  Resource: Type.String({
    description: 'URL of the protected resource: the API or the MCP server.',
  }),
  Scopes: Type.Array(Type.String(), {
    description: 'What the person has allowed. The role of the person limits it further.',
  }),
  Customer: Nullable(
    Type.Integer({
      description:
        'Id of the only customer at which it may act, as the person has chosen. Null for all customers of the person.',
    }),
  ),
})

/** An agent: an OAuth client that acts for a member. */
export const AgentResponse = Type.Object(
  {
    Id: Type.String(),
    ClientId: Type.String(),
    Name: Type.String({ description: 'As the client calls itself; it is not verified.' }),
    Person: Type.Object(
      { Id: Type.Integer(), Email: Type.String() },
      { description: 'The member for whom it acts.' },
    ),
    RedirectHost: Type.String({ description: 'Host that receives the answers to its requests.' }),
    Access: Type.Array(Access),
    ConnectedAt: Type.String({ format: 'date-time' }),
    UsedAt: Type.String({ format: 'date-time', description: 'When it last got a token.' }),
    Active: Type.Boolean({ description: 'Whether it can get tokens without the person.' }),
    ActsUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Until when it can act at the latest without asking the person again. Null if nothing that it has got is valid any more.',
      }),
    ),
  },
  { title: 'Agent' },
)
export type AgentResponse = Static<typeof AgentResponse>

/** An agent with what it has done today. */
export const AgentDetails = Type.Object(
  { ...AgentResponse.properties, ...LIMITS },
  { title: 'AgentDetails' },
)

/** The path parameter of an agent. */
export const AgentPath = Type.Object({
  id: Type.String({ pattern: '^[1-9][0-9]{0,14}-[\\w-]{22}$', description: 'Id of the agent.' }),
})
export type AgentPath = Static<typeof AgentPath>
