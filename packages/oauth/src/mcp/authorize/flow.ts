/** The state of an authorization between its pages: all parameters, encrypted in the store, and answered once. */

import type { FastifyRequest } from 'fastify'
import { equalSecrets, hashSecret } from '../../shared/secrets.ts'
import { readBinding } from '../../sign-in/browser-cookie.ts'
import type { Person } from '../../sign-in/finisher.ts'
import { isAnswered, type OwnState } from '../../sign-in/once.ts'
import type { SaveLimit } from '../../store/store.ts'
import type { McpContext } from '../mcp-context.ts'
import type { AuthorizationRequest } from './read-request.ts'
import { isSecure } from './remembered.ts'

/** Seconds for which the consent page is valid. */
const TTL_SECONDS = 600

/** A context of the sealer. */
const SEALED_AS = 'mcp authorization'

/** An authorization that waits for the person's decision. */
export interface Waiting {
  readonly request: AuthorizationRequest
  /** Hash of the cookie that binds it to the browser. */
  readonly browserHash: string
  /** Set when the person has signed in already. */
  readonly person: Person | undefined
  /** The scopes that the person has allowed before the sign-in: only the account is left to choose. */
  readonly allowed?: readonly string[] | undefined
}

/** An authorization that a sign-in at a provider is for: part of the state of that sign-in. */
export interface SignInForClient {
  readonly request: AuthorizationRequest
  /** The scopes that the person has just allowed; undefined when an earlier consent is to be looked up. */
  readonly allowed: readonly string[] | undefined
}

/** Stores an authorization under a new token. @returns seconds to wait if it was not stored; 0 if it was stored */
export async function keepWaiting(
  { store, sealer }: Pick<McpContext, 'store' | 'sealer'>,
  waiting: Waiting,
  token: string,
  limit?: SaveLimit,
): Promise<number> {
  const sealed = sealer.seal(SEALED_AS, waiting)
  return await store.csrf.save(hashSecret(token), sealed, TTL_SECONDS, limit)
}

/** A step of an authorization, as the browser finds it that it belongs to. */
export type FoundStep =
  | { readonly outcome: 'waiting'; readonly waiting: Waiting; readonly state: OwnState }
  /** The person has decided; `once.ts` knows the answer. */
  | { readonly outcome: 'answered'; readonly key: string; readonly browserHash: string }

/** Finds a step. Undefined for a token that is unknown or has expired, and in another browser. */
export async function findStep(
  context: Pick<McpContext, 'store' | 'sealer' | 'logger' | 'mcp'>,
  request: FastifyRequest,
  token: string,
): Promise<FoundStep | undefined> {
  const key = hashSecret(token)
  const data = await context.store.csrf.find(key)
  const browserHash = readBinding(request, token, isSecure(context))
  if (data === undefined || browserHash === undefined) return undefined
  if (isAnswered(data)) return { outcome: 'answered', key, browserHash }
  const waiting = openState<Waiting>(context, SEALED_AS, data)
  const isSameBrowser = equalSecrets(browserHash, waiting?.browserHash ?? '')
  if (waiting === undefined || !isSameBrowser) return undefined
  return { outcome: 'waiting', waiting, state: { key, data, browserHash } }
}

/** The state of a step; undefined for that of another kind of step, or one that an old secret has sealed. */
export function openState<State>(
  { sealer, logger }: Pick<McpContext, 'sealer' | 'logger'>,
  sealedAs: string,
  sealed: string,
): State | undefined {
  try {
    return sealer.open<State>(sealedAs, sealed)
  } catch (error) {
    logger.warn({ reason: (error as Error).message }, 'an authorization could not be opened')
    return undefined
  }
}
