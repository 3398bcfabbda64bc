/** Wire shape of actors. */
import { type Static, Type } from 'typebox'
import { Line, Nullable, OneOf } from '../shared/wire.ts'
import type { Actor } from './actor.ts'

/** Who did something, in answers. */
export const ActorResponse = Type.Object(
  {
    Kind: OneOf(
      ['key', 'person', 'agent', 'system'],
      'An API key, a person in a session, an AI agent, or the hub itself.',
    ),
    Id: Type.String({ description: 'Of the key, the person or the client; the name of the job.' }),
    Label: Type.String({ description: 'For people to read.' }),
    Person: Nullable(
      Type.Object(
        { Id: Type.String(), Label: Type.String() },
        { description: 'For whom an agent acted.' },
      ),
    ),
    Tool: Nullable(
      Type.String({
        description: 'The MCP tool with which an agent acted. Null for calls of the API itself.',
      }),
    ),
  },
  { title: 'Actor' },
)
export type ActorResponse = Static<typeof ActorResponse>

/** Converts an actor to its wire shape. */
export function toActorResponse({ kind, id, label, person, tool }: Actor): ActorResponse {
  const Person = person ? { Id: person.id, Label: person.label } : null
  return { Kind: kind, Id: id, Label: label, Person, Tool: tool ?? null }
}

/** The parts of a query that ask for what an agent did. */
export const OF_AGENT = {
  actor: Type.Optional(Line(2_048, 'Only what an agent did: its ClientId.')),
  person: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,14}$',
      description: 'With `actor`: only what it did for the person with this Id.',
    }),
  ),
}
