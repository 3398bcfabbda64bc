/** How people and their agents get into the API. */
import type { Database } from '@entrepot/database'
import type { PrincipalSource } from '@entrepot/marketplace'
import type { OAuth, TokenCheck } from '@entrepot/oauth'
import { connectionsOf } from '@entrepot/oauth/postgres'
import type { SessionStore } from '@fastify/session'
import type { FastifyInstance } from 'fastify'
import { createAgents, type FindAgent } from '../agents/headless-agents/find-agents.ts'
import { createStates, type FindState } from '../agents/states/find-states.ts'
import { createStopCheck, type RefuseStopped } from '../agents/stops/refuse-stopped.ts'
import type { Config } from '../config/types.ts'
import type { NodeClock } from '../node-clock.ts'
import { actsAt } from '../people/agent-events/chosen-customer.ts'
import { createPeople, type FindPerson } from '../people/members/people.ts'
import {
  type CheckSession,
  createSessionCheck,
  createSessionFinder,
} from '../people/sessions/find-user.ts'
import { sessionCookie } from '../people/sessions/register-sessions.ts'
import { createClientNames } from './client-names.ts'
import { createSessionSource } from './session-source.ts'
import { createStepUp } from './step-up.ts'
import { API_RESOURCE, createTokenSource, type TokenSourceParts } from './token-source.ts'

/** What {@link createEntrance} needs. */
export interface EntranceParts {
  readonly config: Pick<Config, 'session' | 'signIn'>
  readonly database: Database
  readonly clock: NodeClock
  /** Origin that people open. */
  readonly publicUrl: string
  readonly secrets: readonly string[]
}

/** The ways into the API besides keys. */
export interface Entrance {
  readonly sources: readonly PrincipalSource[]
  readonly findPerson: FindPerson
  /** Finds an active agent without a person. */
  readonly findAgent: FindAgent
  /** The name of an OAuth client. */
  readonly nameOf: (clientId: string) => Promise<string>
  /** What is in force for an agent. */
  readonly findState: FindState
  readonly refuseStopped: RefuseStopped
  /** The sign-in plugin; undefined until {@link Entrance.open}, and in a hub without it. */
  readonly oauth: () => OAuth | undefined
  /** Lets people in. The API is registered before the scope with sessions and the sign-in plugin, so that they do not apply to it. */
  open(scope: FastifyInstance, store: SessionStore): void
}

/** Makes the {@link Entrance} of a hub. Until it is opened, nobody has a session or a token. */
export function createEntrance(parts: EntranceParts): Entrance {
  const { config, database, clock, publicUrl, secrets } = parts
  let oauth: OAuth | undefined
  let tokens: TokenCheck | undefined
  let check: CheckSession = async () => undefined
  const findPerson = createPeople(database)
  const findAgent = createAgents(database)
  const findUser = createSessionFinder(
    database,
    secrets,
    config.session,
    async (signedId, request) => await check(signedId, request),
  )
  const nameOf = createClientNames(() => oauth?.admin)
  const grantedTo: TokenSourceParts['grantedTo'] = async (userId, clientId, customerId) =>
    (await connectionsOf(database, [userId]))
      .filter((one) => one.clientId === clientId && actsAt(one.account, customerId))
      .flatMap(({ scopes }) => scopes)
  const findState = createStates(database)
  const refuseStopped = createStopCheck(findState)
  const cookieName = sessionCookie(publicUrl)
  const stepUp = createStepUp(config.signIn.stepUp, () => oauth)
  return {
    sources: [
      createTokenSource({
        ...{ clock, findPerson, findAgent, stepUp, nameOf, grantedTo, refuseStopped },
        tokens: () => tokens,
      }),
      createSessionSource({ clock, cookieName, publicUrl, findPerson, findUser, stepUp }),
    ],
    findPerson,
    findAgent,
    nameOf,
    findState,
    refuseStopped,
    oauth: () => oauth,
    open(scope, store) {
      oauth = scope.oauth
      tokens = oauth.mcp?.tokensFor(API_RESOURCE)
      check = createSessionCheck(scope, database, store)
    },
  }
}
