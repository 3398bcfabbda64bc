/** What the grants have in common. */

import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import type { Authentication } from '../../sign-in/finisher.ts'
import type { Asserted, KeysOfGrant } from '../../store/mcp.ts'
import type { AuditEvent } from '../../store/rules/audit-events.ts'
import type { Authenticated } from '../client-authentication/authenticate.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Parameters } from '../parameters.ts'
import type { RefreshToken, RefreshTokens } from './refresh-tokens.ts'

/** What is to be issued. */
export interface Grant {
  readonly type: 'access' | 'refresh' | 'client_credentials' | 'assertion'
  /** What the audit says of it. */
  readonly event: AuditEvent
  readonly sub: string
  readonly scope: string
  /** The protected resource that the access token is for. */
  readonly resource: string
  readonly jti: string
  /** Seconds. */
  readonly ttl: number
  readonly refreshToken: RefreshToken | undefined
  /** Empty for a client without a person. */
  readonly authentication: Authentication
  /** The account for which the client acts, or `*` for all; undefined where nothing was chosen. */
  readonly account?: string | undefined
  /** By whose token it is granted, if another issuer has made it; for the audit. */
  readonly by?: Asserted | undefined
}

/** The client of a grant. */
export interface GrantCaller extends Authenticated {
  /** The thumbprint of the key that the request proves (RFC 9449): its tokens are bound to it. Undefined for bearer tokens. */
  readonly jkt: string | undefined
}

/** Checks a request and claims the code or token that it presents. This step cannot be undone. */
export type GrantHandler = (
  context: McpContext,
  tokens: RefreshTokens,
  caller: GrantCaller,
  parameters: Parameters,
  request: FastifyRequest,
) => Promise<Grant | Refusal>

/** The keys of a grant: refresh tokens of public clients are bound, too (RFC 9449, section 5). */
export function keysOf({ client, jkt }: GrantCaller): KeysOfGrant {
  return { jkt, familyJkt: client.authMethod === 'none' ? jkt : undefined }
}

/** The refusal of a code or refresh token. */
export function invalidGrant(what: string): Refusal {
  return new Refusal('invalid_grant', what)
}

/** The stored evidence: JSON that this server has written. */
export function readAuthentication(text: string | null): Authentication {
  return text === null ? {} : (JSON.parse(text) as Authentication)
}
