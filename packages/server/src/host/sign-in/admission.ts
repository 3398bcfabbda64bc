/** Connects the sign-in plugin with the users of the hub. */
import type { Database } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import type { Hooks, OAuthUser } from '@entrepot/oauth'
import { mayBecomeOwner } from '../../people/first-owner/first-owner.ts'
import { acceptByAddress } from '../../people/invitations/invitations.ts'
import { isInvited } from '../../people/invitations/store.ts'
import type { Allowed, Person } from '../../people/users/rules.ts'
import { admit, isUser } from '../../people/users/users.ts'

/**
 * Makes the hook that decides which user an account belongs to. It answers every sign-in with a user or a refusal, so the plugin
 * never applies its own rules, which look at the address only. A bound account keeps its user when its address changes, and an
 * account without a user gets no session. The open invitations of a verified address are accepted. Whoever has opened the link of the
 * first owner in this session becomes a user.
 *
 * @example
 * app.oauth.registerHooks({ onLogin: onLoginOf(database, { emails: [], domains: ['shop.example'] }) })
 */
export function onLoginOf(database: Database, allowed: Allowed): Hooks['onLogin'] {
  return async (oauthUser, _tokens, _session, request, provider) => {
    const person = toPerson(oauthUser, provider)
    const { firstOwner } = request.session
    const admission = await admit(
      database,
      person,
      allowed,
      async (tx, email) => (await isInvited(tx, email)) || (await mayBecomeOwner(tx, firstOwner)),
    )
    if (!isRefusal(admission)) {
      const { userId } = admission
      const { verifiedEmail } = person
      if (verifiedEmail !== undefined) await acceptByAddress(database, userId, verifiedEmail)
      return { user: userId }
    }
    const { issuer, subject } = person
    const { code: reason } = admission
    request.log.warn({ provider, issuer, subject, reason }, 'a sign-in was refused')
    return { status: 'denied', error: reason }
  }
}

/** Makes the hook that ends the grants of an MCP client when it refreshes for somebody who is no longer a user. */
export function onMCPRefreshOf(database: Database): Hooks['onMCPRefresh'] {
  return async ({ sub }) =>
    (await isUser(database, sub))
      ? { status: 'ok' }
      : { status: 'denied', error: 'The person is not a user of this hub.' }
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
