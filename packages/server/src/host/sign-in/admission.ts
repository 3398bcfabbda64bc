/** Connects the sign-in plugin with the users of the hub. */
import { randomInt } from 'node:crypto'
import type { Database, Transaction } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import type { Hooks, OAuthUser } from '@entrepot/oauth'
import type { FastifyRequest } from 'fastify'
import { PASSKEY_ACR } from '../../config/step-up.ts'
import { mayBecomeOwner } from '../../people/first-owner/first-owner.ts'
import { applyGroups } from '../../people/groups/apply-groups.ts'
import { type GroupRule, rolesByGroup } from '../../people/groups/rules.ts'
import { acceptByAddress, isInvitedByLink } from '../../people/invitations/invitations.ts'
import { isInvited } from '../../people/invitations/store.ts'
import { asActingAt } from '../../people/members/acting-at.ts'
import { readPerson } from '../../people/members/people.ts'
import { ROLES } from '../../people/members/roles.ts'
import { userAgentOf } from '../../people/user-agent.ts'
import type { Allowed, Person } from '../../people/users/rules.ts'
import { selectUser } from '../../people/users/store.ts'
import { admit, isUser } from '../../people/users/users.ts'
import { joinProvisioned } from '../../provisioning/access/access.ts'
import {
  isProvisioned,
  selectAddressOfSubject,
  selectEndedAt,
} from '../../provisioning/access/store.ts'

/**
 * Makes the hook that decides which user an account belongs to. It answers every sign-in with a user or a refusal, so the plugin
 * never applies its own rules, which look at the address only. A bound account keeps its user when its address changes, and an
 * account without a user gets no session, unless it has opened the link of an invitation to its address. The open invitations of a
 * verified address are accepted, and so is what the directories of customers provide for the address or the account. Whoever has
 * opened the link of the first owner in this session becomes a user.
 *
 * @example
 * app.oauth.registerHooks({ onLogin: onLoginOf(database, { emails: [], domains: ['shop.example'] }) })
 */
export function onLoginOf(
  database: Database,
  allowed: Allowed,
  groupRules: readonly GroupRule[] = [],
): Hooks['onLogin'] {
  return async (oauthUser, _tokens, _session, request, provider) => {
    const person = toPerson(oauthUser, provider)
    const { firstOwner, invitation } = request.session
    const byGroup = groupsBy(groupRules, oauthUser, provider)
    if (byGroup === 'unknown') return refusePerson(request, person, 'groups_unknown')
    const admission = await admit(database, person, allowed, {
      isInvited: async (tx, email) =>
        byGroup.isMember ||
        (await isInvited(tx, email)) ||
        (await isProvisioned(tx, email)) ||
        (await mayBecomeOwner(tx, firstOwner)),
      provisionedAddress: selectAddressOfSubject,
      hasLink: async (tx, email) => await isInvitedByLink(tx, email, invitation),
    })
    if (!isRefusal(admission)) {
      const { userId } = admission
      const { verifiedEmail } = person
      if (verifiedEmail !== undefined) await acceptByAddress(database, userId, verifiedEmail)
      await joinProvisioned(database, userId, verifiedEmail, person)
      const { groups } = byGroup
      if (groups) {
        const endedAt = async (tx: Transaction) => await selectEndedAt(tx, userId, verifiedEmail)
        const member = { userId, provider, groups, endedAt }
        await applyGroups(database, groupRules, member, request.log)
      }
      return { user: userId, userAgent: userAgentOf(request) }
    }
    return refusePerson(request, person, admission.code)
  }
}

/** Refuses a sign-in, with a line in the log. */
function refusePerson(
  { log }: FastifyRequest,
  { provider, issuer, subject, name, email }: Person,
  reason: string,
) {
  // The person tells it to whoever binds the account, so that nobody binds that of another person.
  const reference = newReference()
  const account = { issuer, subject, name, email }
  log.warn({ reference, provider, ...account, reason }, 'a sign-in was refused')
  return { status: 'denied', error: reason, reference } as const
}

/**
 * The groups of a person at a provider that gives roles, or gave them before the rules were removed. Without knowing them, the hub could neither
 * give nor take away: such a sign-in is refused.
 */
function groupsBy(
  rules: readonly GroupRule[],
  { groups, groupsProblem }: OAuthUser,
  provider: string,
): { readonly groups?: readonly string[] | undefined; readonly isMember: boolean } | 'unknown' {
  const hasRules = rules.some((rule) => rule.provider === provider)
  if (hasRules && groupsProblem !== undefined) return 'unknown'
  return { groups, isMember: rolesByGroup(rules, provider, groups ?? []).size > 0 }
}

/** Makes the hook that says at which customers a client can act for a person: those of which the person is a member, or all of them. */
export function customersOf(database: Database): Hooks['onMCPAccounts'] {
  return async ({ sub }) => {
    const memberships = (await readPerson(database, sub))?.memberships ?? []
    const accounts = memberships.map(({ customer: { customerId, name }, role }) => ({
      ...{ id: customerId, label: name, description: role },
    }))
    return { accounts, allowAll: true }
  }
}

/**
 * Makes the hook for grants of clients, at the authorization and at each refresh: the scopes that the person has by a role now, at the
 * chosen customer. Without a membership these are the ones that each role has, for a client that is connected first. The grant of somebody
 * who is no longer a user ends.
 */
export function limitGrantsOf(database: Database): Hooks['onMCPRefresh'] {
  return async ({ sub, account }) => {
    if (!(await isUser(database, sub))) {
      return { status: 'denied', error: 'The person is not a user of this hub.' }
    }
    const person = await readPerson(database, sub)
    const roles = person ? asActingAt(person, account).memberships.map(({ role }) => role) : []
    const known = roles.length === 0 ? (['viewer'] as const) : roles
    return { scopes: [...new Set(known.flatMap((role) => ROLES[role]))] }
  }
}

/** Makes the hook that says who has signed in with a passkey, to a client that asks for access. */
export function passkeyPersonOf(database: Database): Hooks['onMCPHostSession'] {
  return async ({ session: { user, oauthUser, passkey } }) => {
    const found = user && passkey && !oauthUser ? await selectUser(database, user) : undefined
    if (found === undefined || passkey === undefined) return undefined
    return {
      ...{ user: found.userId, account: found.email },
      signedInAt: passkey.at,
      acr: PASSKEY_ACR,
    }
  }
}

/** Eight characters that can be read out on the telephone. */
function newReference(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

function toPerson(oauthUser: OAuthUser, provider: string): Person {
  const { authEvidence, providerUserId, name, emailVerified } = oauthUser
  const { emailAuthenticated, email, idTokenIssuer } = authEvidence
  return {
    provider,
    issuer: idTokenIssuer ?? '',
    subject: providerUserId,
    verifiedEmail: emailAuthenticated ? email : undefined,
    email: email ?? oauthUser.email,
    isUnverified: emailVerified === false,
    name,
  }
}
