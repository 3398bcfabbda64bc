/** Sessions of signed-in people as credentials of the API. */
import { isRefusal, type PrincipalSource, type Refusal, refuse } from '@entrepot/marketplace'
import cookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { type NodeClock, WRONG_CLOCK } from '../node-clock.ts'
import type { CustomerRole, FindPerson, KnownPerson } from '../people/members/people.ts'
import type { CheckSession } from '../people/sessions/find-user.ts'
import { ANY_CUSTOMER, CUSTOMER_HEADER, chooseRole, personPrincipal } from './principals.ts'
import { isSameOrigin } from './same-origin.ts'
import type { StepUp } from './step-up.ts'

/** What {@link createSessionSource} needs. */
export interface SessionSourceParts {
  readonly clock: NodeClock
  readonly cookieName: string
  /** Origin that people open. */
  readonly publicUrl: string
  readonly findPerson: FindPerson
  /** Returns who is signed in in a session; undefined if the session has ended. */
  readonly findUser: CheckSession
  readonly stepUp: StepUp
}

/**
 * Makes the source of principals with sessions. A cookie is a credential only with the header `Entrepot-Customer`, which no foreign page can
 * send without asking the hub (CORS), and the request must come from a page of the hub.
 */
export function createSessionSource(parts: SessionSourceParts): PrincipalSource {
  const { clock, cookieName, publicUrl, findPerson, findUser, stepUp } = parts
  const source = async (request: FastifyRequest) => {
    const { headers } = request
    if (headers[CUSTOMER_HEADER] === undefined || headers.cookie === undefined) return undefined
    const signedId = cookie.fastifyCookie.parse(headers.cookie)[cookieName]
    if (signedId === undefined) return undefined
    if (!isSameOrigin(headers, publicUrl)) return refuse('MARKET_FORBIDDEN', FOREIGN)
    if (await clock.isWrong()) return refuse('MARKET_UNAVAILABLE', WRONG_CLOCK)
    const signedIn = await findUser(signedId, request)
    const person = signedIn && (await findPerson(signedIn.user))
    if (person === undefined) return refuse('MARKET_UNAUTHENTICATED', ENDED)
    const role = roleAt(person, request)
    if (isRefusal(role)) return role
    const principal = personPrincipal(person, role)
    return stepUp(request, [role.role], principal, signedIn?.authentication) ?? principal
  }
  return Object.assign(source, {
    howToSend: 'a session with the header Entrepot-Customer, from a page of the hub',
  })
}

function roleAt(person: KnownPerson, request: FastifyRequest): CustomerRole | Refusal {
  const named = String(request.headers[CUSTOMER_HEADER])
  const anyName = request.routeOptions.config.acceptsAnyCustomer ? ANY_CUSTOMER : undefined
  return chooseRole(person, named, anyName)
}

const FOREIGN =
  'A session is accepted only from pages of this hub: the browser must send Sec-Fetch-Site: same-origin, or the Origin of the hub. Programs send an API key or an access token instead.'

const ENDED = 'The session has ended. Sign in again.'
