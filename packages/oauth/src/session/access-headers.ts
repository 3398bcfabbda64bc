/** Requests of the application to an API of the provider, for the person who is signed in. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sessionOf } from '../host-session.ts'
import { boundHeaders, type ProofTarget } from '../providers/security/dpop.ts'
import { openTokens } from './oauth-session.ts'

/** A part of the decorator `app.oauth`. */
export interface AccessHeaders {
  /**
   * Returns the header fields of one request to the API of the provider: `authorization`, and for tokens that are bound to a key (`dpop: true`)
   * also the proof `dpop` (RFC 9449), which is good for this method and URL only, and once. Undefined if nobody is signed in.
   *
   * @param target `nonce` is the `DPoP-Nonce` of an earlier answer of that API
   * @throws OAuthError `OAUTH_SEAL` when the secret has changed since the sign-in
   * @example
   * const url = 'https://api.acme.example/orders'
   * await fetch(url, { headers: await app.oauth.accessHeaders(request, { method: 'GET', url }) })
   */
  accessHeaders(
    request: FastifyRequest,
    target: ProofTarget,
  ): Promise<Readonly<Record<string, string>> | undefined>
}

/** Creates the {@link AccessHeaders} of an instance. */
export function createAccessHeaders(context: Pick<Context, 'sealer'>): AccessHeaders {
  return {
    async accessHeaders(request, target) {
      const { oauth: session } = sessionOf(request)
      if (session === undefined) return undefined
      const { accessToken, dpopKey } = openTokens(context, session)
      return dpopKey === undefined
        ? { authorization: `Bearer ${accessToken}` }
        : await boundHeaders(accessToken, dpopKey, target)
    },
  }
}
