/** Sign-ins of people, as operators list and end them. */
import type { Context } from '../context.ts'
import { storedUser } from '../session/sign-in.ts'
import { isStorableId } from '../shared/identifier.ts'
import type { StoredAuditEntry } from '../store/audit.ts'
import { EVENTS } from '../store/rules/audit-events.ts'
import type { SignInKey } from '../store/store.ts'
import { toDate } from './admin-client.ts'
import type { OwnerQuery } from './grants.ts'
import { badCursor, fromCursor, limitOf, type Page, type PageQuery, toPage } from './pages.ts'

/** A sign-in that a session of the application stands on. */
export interface AdminSignIn {
  /** For `endSignIn`. */
  readonly signInId: string
  readonly user: string
  /** Name of the provider in URLs. */
  readonly provider: string
  /** `iss` of the ID token; empty for providers without one. */
  readonly issuer: string
  /** The person's id at the provider. */
  readonly subject: string
  readonly signedInAt: Date
  /** When it ends if it is not used. */
  readonly expiresAt: Date
  /** Of the request that completed the sign-in; undefined if it was not recorded. */
  readonly address: string | undefined
  readonly userAgent: string | undefined
}

/** A sign-in by which a person has let a client act for them. It has no session. */
export interface AdminClientSignIn {
  readonly user: string
  readonly clientId: string
  /** Name of the provider; undefined if it was not recorded. */
  readonly provider: string | undefined
  readonly scopes: readonly string[]
  readonly signedInAt: Date
  readonly address: string | undefined
  readonly userAgent: string | undefined
}

/** Administration of sign-ins. */
export interface SignInAdmin {
  /**
   * Lists the sign-ins of a person that sessions stand on, newest first.
   *
   * @throws OAuthError `OAUTH_CURSOR`
   */
  listSignIns(query: { readonly user: string } & PageQuery): Promise<Page<AdminSignIn>>
  /**
   * Lists sign-ins for clients, of a person or for a client, newest first. They come from the audit, and are listed as long as that is
   * kept (`mcp.auditTtl`).
   *
   * @throws OAuthError `OAUTH_CURSOR`
   */
  listClientSignIns(query: OwnerQuery & PageQuery): Promise<Page<AdminClientSignIn>>
  /**
   * Ends one sign-in; `app.oauth.endSignIns` ends all of a person. Its session ends at its next check, within `tokenValidationInterval`
   * (15 minutes).
   */
  endSignIn(signInId: string): Promise<void>
}

/** Bytes of the id of a sign-in, and more. */
const MAX_ID_BYTES = 512

/** Makes the {@link SignInAdmin} of an instance. */
export function createSignInAdmin(context: Pick<Context, 'store'>): SignInAdmin {
  const { signIns } = context.store
  return {
    async listSignIns(query) {
      const limit = limitOf(query)
      const after = fromCursor<SignInKey>(query.cursor, ['number', 'string'])
      const user = storedUser(query.user)
      if (user === '') return { items: [], next: undefined }
      const rows = await signIns.list(user, { after, limit: limit + 1 })
      return toPage(
        rows,
        limit,
        ({ signedInAt, signInId }) => [signedInAt, signInId],
        ({ signInId, provider, issuer, subject, ...one }) => ({
          ...{ signInId, user, provider, issuer, subject },
          signedInAt: toDate(one.signedInAt),
          expiresAt: toDate(one.expiresAt),
          address: one.address ?? undefined,
          userAgent: one.userAgent ?? undefined,
        }),
      )
    },
    listClientSignIns: async (query) => await listClientSignIns(context, query),
    async endSignIn(signInId) {
      if (isStorableId(signInId, MAX_ID_BYTES)) await signIns.end([signInId])
    },
  }
}

async function listClientSignIns(
  { store }: Pick<Context, 'store'>,
  query: OwnerQuery & PageQuery,
): Promise<Page<AdminClientSignIn>> {
  const limit = limitOf(query)
  const [before] = fromCursor<readonly [number]>(query.cursor, ['number']) ?? []
  if (before !== undefined && !Number.isSafeInteger(before)) throw badCursor()
  const { user: sub, clientId } = query
  const isKnowable = [sub, clientId].every((id) => id === undefined || isStorableId(id, MAX_OWNER))
  if (!isKnowable || (sub === undefined && clientId === undefined))
    return { items: [], next: undefined }
  const filter = { event: EVENTS.granted, sub, clientId, before, limit: limit + 1 }
  return toPage(await store.mcp.audit.list(filter), limit, ({ id }) => [id], toClientSignIn)
}

/** As many bytes as an id of a client may have. */
const MAX_OWNER = 2_048

function toClientSignIn({
  at,
  sub = '',
  clientId = '',
  address,
  userAgent,
  detail,
}: StoredAuditEntry): AdminClientSignIn {
  const { provider, scope } = { provider: undefined, scope: undefined, ...detail }
  return {
    ...{ user: sub, clientId, address, userAgent },
    provider: typeof provider === 'string' ? provider : undefined,
    scopes: typeof scope === 'string' ? String(scope).split(' ').filter(Boolean) : [],
    signedInAt: toDate(at),
  }
}
