/** Ends the sign-ins of which a provider reports that the person has signed out. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { destroyStored } from '../session/sign-in.ts'
import { explain } from '../shared/explain.ts'
import type { LogoutScope } from '../store/store.ts'

/** Ends what clients may do for a user. */
export type RevokeGrants = (user: string) => Promise<void>

/**
 * Ends sign-ins, with their sessions on every node, and with `revokeGrants` the grants of clients for these people.
 *
 * @returns the number of sign-ins; undefined if the sessions of the application cannot be destroyed by their id: they end at their next check
 */
export async function endReported(
  context: Pick<Context, 'store' | 'sealer' | 'logger'>,
  request: FastifyRequest,
  scope: LogoutScope,
  revokeGrants?: RevokeGrants,
): Promise<number | undefined> {
  const { store, logger } = context
  const signIns = await store.signIns.find(scope)
  // Grants end before the sign-ins: without the sign-ins, a report that comes again would find nobody.
  const users = new Set(signIns.map(({ user }) => user).filter(Boolean))
  if (revokeGrants) await Promise.all(Array.from(users, revokeGrants))
  let areDestroyed = true
  for (const { session } of signIns) {
    if (session === '') continue
    const sessionId = openSessionId(context, session)
    // The id of that session is unknown, so it ends at its next check.
    if (sessionId === undefined) continue
    areDestroyed = (await destroyStored(request, sessionId)) && areDestroyed
  }
  if (signIns.length > 0) await store.signIns.end(signIns.map(({ signInId }) => signInId))
  const { provider } = scope
  logger.info({ provider, sessions: signIns.length }, 'the provider signed a person out')
  return areDestroyed ? signIns.length : undefined
}

/** Undefined if the secret that encrypted it has been removed. */
function openSessionId(
  { sealer, logger }: Pick<Context, 'sealer' | 'logger'>,
  sealed: string,
): string | undefined {
  try {
    return sealer.open<string>('session id', sealed)
  } catch (error) {
    logger.warn({ cause: explain(error) }, 'a session cannot be destroyed at once')
    return undefined
  }
}
