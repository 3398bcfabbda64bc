/** Applies the rules of `signIn.stepUp` to requests of people and of the agents that act for them. */
import { type Caller, type CredentialRefusal, refuse } from '@entrepot/marketplace'
import type { OAuth, PersonAuthentication, TokenCheck } from '@entrepot/oauth'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../config/role-names.ts'
import { type Needed, neededBy, type StepUpRule } from '../config/step-up.ts'

/**
 * Returns the refusal of a person who has not signed in as the rules need; undefined if the request may continue.
 *
 * @param challenge makes the challenge of the refusal, for an access token; undefined for a session
 */
export type StepUp = (
  request: FastifyRequest,
  roles: readonly Role[],
  caller: Caller,
  authentication: PersonAuthentication | undefined,
  challenge?: TokenCheck['challenge'],
) => CredentialRefusal | undefined

/** Makes the {@link StepUp} of a hub. */
export function createStepUp(
  rules: readonly StepUpRule[],
  oauth: () => Pick<OAuth, 'hasAuthenticated'> | undefined,
): StepUp {
  return (request, roles, caller, authentication, challenge) => {
    const needed = neededBy(rules, { roles, changesAccess: isAccessCall(request) })
    if (needed === undefined || oauth()?.hasAuthenticated(authentication, needed)) return undefined
    const { authorization } = request.headers
    const made = challenge?.({ error: WEAK_SIGN_IN, needed, authorization })
    return refuseWeakSignIn(caller, needed, made)
  }
}

/** The error of RFC 9470, section 3. */
export const WEAK_SIGN_IN = 'insufficient_user_authentication'

/** Scopes of the calls that change who may do what: members with their roles, keys and agents. */
const ACCESS_SCOPES: readonly string[] = ['members:write', 'keys:write', 'agents:write']

/** Whether a call changes who may do what. Calls that need less as well, such as ending an own agent, are none of these. */
function isAccessCall({ routeOptions }: FastifyRequest): boolean {
  const required = [routeOptions.config.requires ?? []].flat().flatMap(({ scope }) => scope)
  return required.length > 0 && required.every((scope) => ACCESS_SCOPES.includes(scope))
}

function refuseWeakSignIn(
  caller: Caller,
  { acr, maxAge }: Needed,
  challenge: string | undefined,
): CredentialRefusal {
  const way = acr && `by ${acr.join(' or ')} (acr)`
  const age = maxAge && `within the last ${maxAge} seconds (max_age)`
  const how = [way, age].filter(Boolean).join(' and ')
  const where =
    challenge === undefined
      ? 'open /step-up of the hub in the browser'
      : 'start a new authorization'
  const detail = `The person must have signed in ${how}: ${where}.`
  return { ...refuse('MARKET_STEP_UP', detail), caller, challenge }
}
