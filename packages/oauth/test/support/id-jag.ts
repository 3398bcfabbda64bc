/** An application that accepts assertions of an identity provider, and clients that present them. */
import type { HooksToRegister, Store } from '@entrepot/oauth'
import {
  type AssertingIssuer,
  signToken,
  startAssertingIssuer,
  type TokenOptions,
} from '@entrepot/test-support/asserting-issuer'
import { type McpApp, type McpSettings, post, startMcp } from './mcp.ts'

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export const AGENT_SECRET = 'the secret of an agent, which is long enough'

/** One entry of `mcp.identityAssertions`. */
export type Trust = NonNullable<McpSettings['identityAssertions']>[string]

/** The application with its provider. */
export interface IdJagApp extends McpApp {
  readonly enterprise: AssertingIssuer
  /** An assertion about Ann for the client `agent`, with changes. */
  sign(options?: TokenOptions): Promise<string>
  /** Presents an assertion as `agent`. */
  present(
    assertion: string,
    parameters?: Record<string, string | undefined>,
    headers?: Record<string, string>,
  ): ReturnType<typeof post>
}

/** Starts the application. The user of each person is the part of the address before the @. */
export async function startIdJag(
  options: {
    readonly trust?: Partial<Trust>
    readonly mcp?: McpSettings
    readonly hooks?: HooksToRegister
    readonly store?: Store
    readonly enterprise?: AssertingIssuer
  } = {},
): Promise<IdJagApp> {
  const enterprise = options.enterprise ?? (await startAssertingIssuer())
  const app = await startMcp({
    ...(options.store && { store: options.store }),
    oauth: { users: { find: async (email) => USERS[email] } },
    mcp: {
      scopes: { read: 'Read', write: { description: 'Write', includes: ['read'] }, admin: 'All' },
      defaultScope: 'read',
      resources: { '/v2': { scopes: ['read'] } },
      clients: {
        agent: { clientSecret: AGENT_SECRET, grantTypes: [JWT_BEARER], name: 'Agent' },
        other: { clientSecret: AGENT_SECRET, grantTypes: [JWT_BEARER] },
        open: { grantTypes: [JWT_BEARER] },
      },
      identityAssertions: {
        [enterprise.issuer]: {
          clients: ['agent', 'open'],
          emailDomains: 'acme.example',
          ...options.trust,
        },
      },
      ...options.mcp,
    },
    setUp: (server) => {
      if (options.hooks) server.oauth.registerHooks(options.hooks)
    },
  })
  const claimsOf = () => {
    const now = Math.floor(Date.now() / 1_000)
    return {
      iss: enterprise.issuer,
      sub: 'U-ann',
      email: 'ann@acme.example',
      aud: app.issuer,
      resource: app.resource,
      client_id: 'agent',
      scope: 'read write',
      jti: crypto.randomUUID(),
      iat: now,
      exp: now + 300,
    }
  }
  return {
    ...app,
    enterprise,
    sign: async ({ claims = {}, header = {}, key = enterprise.key } = {}) =>
      await signToken(key, { ...claimsOf(), ...claims }, { typ: 'oauth-id-jag+jwt', ...header }),
    present: async (assertion, parameters = {}, headers = {}) => {
      const client = { client_id: 'agent', client_secret: AGENT_SECRET }
      const grant = { grant_type: JWT_BEARER, assertion, ...client, ...parameters }
      return await post(`${app.origin}/oauth/mcp/token`, grant, headers)
    },
    async close() {
      await app.close()
      await enterprise.close()
    },
  }
}

const USERS: Readonly<Record<string, string>> = {
  'ann@acme.example': 'ann',
  'bo@acme.example': 'bo',
  'eve@evil.example': 'eve',
}
