/** The state of an authorization between its pages: all parameters, encrypted in the store, and readable once. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { equalSecrets, hashSecret } from '../../secrets.ts'
import { takeBinding } from '../../sign-in/browser-cookie.ts'
import type { Person } from '../../sign-in/finisher.ts'
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

/** Returns an authorization and removes it, for the browser that it is bound to. */
export async function claimWaiting(
  context: Pick<McpContext, 'store' | 'sealer' | 'logger' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<Waiting | undefined> {
  const waiting = await claim(context, token)
  const browserHash = takeBinding(request, reply, token, isSecure(context))
  const isSameBrowser =
    browserHash !== undefined && equalSecrets(browserHash, waiting?.browserHash ?? '')
  return isSameBrowser ? waiting : undefined
}

async function claim(
  { store, sealer, logger }: Pick<McpContext, 'store' | 'sealer' | 'logger'>,
  token: string,
): Promise<Waiting | undefined> {
  const sealed = await store.csrf.claim(hashSecret(token))
  if (sealed === undefined) return undefined
  try {
    return sealer.open<Waiting>(SEALED_AS, sealed)
  } catch (error) {
    logger.warn({ reason: (error as Error).message }, 'an authorization could not be opened')
    return undefined
  }
}
