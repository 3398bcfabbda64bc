/** Wire shapes of stops of agents. */
import { ActorResponse, Block, Maybe, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ListQuery } from '../../people/members/schema.ts'

/** A stop in an answer. */
export const AgentStopResponse = Type.Object(
  {
    Id: Type.Integer(),
    AgentId: Nullable(
      Type.String({
        description:
          'The agent: its Id in the list of agents, or its ClientId if it acts without a person. Null: all agents of the customer.',
      }),
    ),
    Reason: Nullable(Type.String()),
    StoppedBy: ActorResponse,
    StoppedAt: Type.String({ format: 'date-time' }),
    EndedBy: Nullable(ActorResponse),
    EndedAt: Nullable(Type.String({ format: 'date-time', description: 'Null: it is in force.' })),
  },
  { title: 'AgentStop' },
)
export type AgentStopResponse = Static<typeof AgentStopResponse>

/** The body of POST. */
export const AgentStopRequest = Type.Object(
  {
    AgentId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 100,
      description:
        'The agent: its Id in the list of agents, or its ClientId if it acts without a person. Null: all agents of the customer.',
    }),
    Reason: Maybe(Block(500, 'Why, for the people who look after it. The agent is told.')),
  },
  { ...STRICT, title: 'AgentStopRequest' },
)
export type AgentStopRequest = Static<typeof AgentStopRequest>

/** The query of the list. */
export const AgentStopsQuery = Type.Object(
  {
    ...ListQuery.properties,
    status: Type.Optional(OneOf(['open', 'all'], 'Those in force, or all; open when left out.')),
  },
  STRICT,
)
export type AgentStopsQuery = Static<typeof AgentStopsQuery>
