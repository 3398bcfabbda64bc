/** Joins the sign-in plugin to the users of the hub. */
import type { Database } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import type { Hooks, OAuthUser } from '@entrepot/oauth'
import type { Allowed, Person } from '../users/rules.ts'
import { admit } from '../users/users.ts'

/**
 * The hook that says which user somebody is. It never leaves that open, so the plugin's own gate, which knows accounts by
 * their address only, is not asked: an account that is bound stays its user when the address changes, and who is no user
 * gets no session.
 *
 * @example
 * app.oauth.registerHooks({ onLogin: onLoginOf(database, { emails: [], domains: ['shop.example'] }) })
 */
export function onLoginOf(database: Database, allowed: Allowed): Hooks['onLogin'] {
  return async (oauthUser, _tokens, _session, request, provider) => {
    const person = toPerson(oauthUser, provider)
    const admission = await admit(database, person, allowed)
    if (!isRefusal(admission)) return { user: admission.userId }
    const { issuer, subject } = person
    const { code: reason } = admission
    request.log.warn({ provider, issuer, subject, reason }, 'somebody may not sign in')
    return { status: 'denied', error: reason }
  }
}

function toPerson({ authEvidence, providerUserId, name }: OAuthUser, provider: string): Person {
  const { emailAuthenticated, email, idTokenIssuer } = authEvidence
  return {
    provider,
    issuer: idTokenIssuer ?? '',
    subject: providerUserId,
    verifiedEmail: emailAuthenticated ? email : undefined,
    name,
  }
}
