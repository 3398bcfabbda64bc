/** The settings that the hub gives to the authorization server. Pure. */
import { MCP_SCOPES } from '@entrepot/agent/scopes'
import { SCOPE_TEXTS } from '../../agents/clients/scope-texts.ts'
import { hubNames } from '../../names.ts'
import { isRole, ROLES } from '../../people/members/roles.ts'
import { API_RESOURCE } from '../token-source.ts'

/** What a client of the API gets that names no scopes. */
const DEFAULT_SCOPES = ['orders:read', 'products:read', 'fulfilment:read', 'channels:read']

/** The most that a program may be given that anybody can register: to read, and to work with the orders that there are. */
const REGISTERED_SCOPES = hubNames.scopes.merchant.filter((scope) =>
  /:read$|^(?:orders|fulfilment):write$/.test(scope),
)

/** Identity providers, whose settings may name a role of the hub in place of its scopes. Other values are for the plugin to check. */
function withRoles(identityAssertions: unknown): unknown {
  return mapValues(identityAssertions, (trust) =>
    isMap(trust)
      ? {
          ...trust,
          ...(trust.scopes !== undefined && { scopes: scopesOf(trust.scopes) }),
          ...(trust.groups !== undefined && { groups: mapValues(trust.groups, scopesOf) }),
        }
      : trust,
  )
}

function scopesOf(written: unknown): unknown {
  return typeof written === 'string' && isRole(written) ? ROLES[written].join(' ') : written
}

function mapValues(value: unknown, change: (one: unknown) => unknown): unknown {
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The options `mcp` of the sign-in plugin: those of the file, and those that only the hub knows. Grants end with the sign-ins of a person,
 * unless the file says otherwise.
 */
export function mcpOptions(
  written: Readonly<Record<string, unknown>> | undefined,
  publicUrl: string,
): Readonly<Record<string, unknown>> {
  return {
    revokeGrantsWithSignIns: true,
    defaultScope: DEFAULT_SCOPES.join(' '),
    ...written,
    dynamicClientRegistration: {
      allowedScopes: REGISTERED_SCOPES.join(' '),
      ...(written?.dynamicClientRegistration as object | undefined),
    },
    // Agents that people create in the hub.
    clientCredentials: {
      ...(written?.clientCredentials as object | undefined),
      enabled: true,
      resolveClients: true,
      resolveWorkloads: true,
    },
    ...(written?.identityAssertions !== undefined && {
      identityAssertions: withRoles(written.identityAssertions),
    }),
    enabled: true,
    issuer: publicUrl,
    scopes: SCOPE_TEXTS,
    resources: {
      ...(written?.resources as object | undefined),
      '/mcp': { scopes: MCP_SCOPES },
      [API_RESOURCE]: { name: 'The API of this hub', scopes: hubNames.scopes.merchant },
    },
  }
}
