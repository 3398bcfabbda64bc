/** Sessions of signed-in people as credentials of the API. */
import {
  isRefusal,
  type Principal,
  type PrincipalSource,
  type Refusal,
  refuse,
} from '@entrepot/marketplace'
import cookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type NodeClock, WRONG_CLOCK } from '../node-clock.ts'
import type { FindPerson, KnownPerson } from '../people/members/people.ts'
import { ANY_CUSTOMER, CUSTOMER_HEADER, chooseRole, personPrincipal } from './principals.ts'
import { isSameOrigin } from './same-origin.ts'

/** What {@link createSessionSource} needs. */
export interface SessionSourceParts {
  readonly clock: NodeClock
  readonly cookieName: string
  /** Origin that people open. */
  readonly publicUrl: string
  readonly findPerson: FindPerson
  /** Returns the id of the user of a session; undefined if the session has ended. */
  readonly findUser: (signedId: string, request: FastifyRequest) => Promise<string | undefined>
}

/**
 * Makes the source of principals with sessions. A cookie is a credential only with the header `Entrepot-Customer`, which no foreign page can
 * send without asking the hub (CORS), and the request must come from a page of the hub.
 */
export function createSessionSource(parts: SessionSourceParts): PrincipalSource {
  const { clock, cookieName, publicUrl, findPerson, findUser } = parts
  const source = async (request: FastifyRequest) => {
    const { headers } = request
    if (headers[CUSTOMER_HEADER] === undefined || headers.cookie === undefined) return undefined
    const signedId = cookie.fastifyCookie.parse(headers.cookie)[cookieName]
    if (signedId === undefined) return undefined
    if (!isSameOrigin(headers, publicUrl)) return refuse('MARKET_FORBIDDEN', FOREIGN)
    if (await clock.isWrong()) return refuse('MARKET_UNAVAILABLE', WRONG_CLOCK)
    const userId = await findUser(signedId, request)
    const person = userId === undefined ? undefined : await findPerson(userId)
    if (person === undefined) return refuse('MARKET_UNAUTHENTICATED', ENDED)
    return principalAt(person, request)
  }
  return Object.assign(source, {
    howToSend: 'a session with the header Entrepot-Customer, from a page of the hub',
  })
}

function principalAt(person: KnownPerson, request: FastifyRequest): Principal | Refusal {
  const named = String(request.headers[CUSTOMER_HEADER])
  const anyName = request.routeOptions.config.acceptsAnyCustomer ? ANY_CUSTOMER : undefined
  const role = chooseRole(person, named, anyName)
  return isRefusal(role) ? role : personPrincipal(person, role)
}

const FOREIGN =
  'A session is accepted only from pages of this hub: the browser must send Sec-Fetch-Site: same-origin, or the Origin of the hub. Programs send an API key or an access token instead.'

const ENDED = 'The session has ended. Sign in again.'
