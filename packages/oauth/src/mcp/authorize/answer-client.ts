/** The authorization response: RFC 6749, section 4.1.2, with the issuer (RFC 9207). Pure. */

import { asDescription } from '../../http/refusal.ts'
import { isOnLoopback } from '../../shared/urls.ts'
import type { Client } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { hostOf } from '../redirect-uris.ts'
import type { ClientRefusal } from './read-request.ts'

/** Where an answer goes. */
export interface AnswerTarget {
  readonly redirectUri: string
  readonly state: string | undefined
}

/**
 * Returns the URL at the client that receives the answer. Parameters are added to the redirect URI, which does not change
 * otherwise.
 */
export function answerUrl(
  { issuer }: Pick<McpConfig, 'issuer'>,
  { redirectUri, state }: AnswerTarget,
  answer: { readonly code: string } | ClientRefusal,
): string {
  const parameters =
    'code' in answer
      ? { code: answer.code }
      : { error: answer.error, error_description: asDescription(answer.description) }
  const query = new URLSearchParams({
    ...parameters,
    ...(state !== undefined && { state }),
    iss: issuer,
  })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

/**
 * Whether a browser may be redirected to a client without asking the person (RFC 9700, section 4.11.2). This is allowed for the
 * person's own machine, and for clients that the operator has approved. Anybody can register other redirect URIs, so this server
 * would be an open redirector for them.
 */
export function isTrustedTarget(client: Client, redirectUri: string, mcp: McpConfig): boolean {
  if (client.kind === 'configured') return true
  if (isOnLoopback(new URL(redirectUri))) return true
  const vetted =
    client.kind === 'registered' ? mcp.registration?.allowedHosts : mcp.documents?.allowedHosts
  return vetted?.includes(hostOf(redirectUri).toLowerCase()) ?? false
}
