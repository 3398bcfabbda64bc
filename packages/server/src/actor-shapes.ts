/** Shapes of who acts, for the API and for the data of events. */
import type { Actor } from '@entrepot/marketplace'
import { Nullable, OneOf } from '@entrepot/marketplace/routes'
import { Type } from 'typebox'

const NAMED = { Id: Type.String(), Label: Type.String() }

/** The members of an actor. */
export const ACTOR = {
  Kind: OneOf(['key', 'person', 'agent', 'system'], 'Kind of the actor.'),
  ...NAMED,
}

/** The members of an actor, with the person of an agent. */
export const ACTOR_WITH_PERSON = {
  ...ACTOR,
  Person: Nullable(
    Type.Object(NAMED, { description: 'For an agent, the person for whom it acts.' }),
  ),
}

/** The values of {@link ACTOR}. */
export function toActor({ kind, id, label }: Actor) {
  return { Kind: kind, Id: id, Label: label }
}

/** The values of {@link ACTOR_WITH_PERSON}. */
export function toActorWithPerson({ person, ...actor }: Actor) {
  return { ...toActor(actor), Person: person ? { Id: person.id, Label: person.label } : null }
}
