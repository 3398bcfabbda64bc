/** Reads `mcp.dynamicClientRegistration`: rules beyond the shapes. Pure. */
import { type CustomSchemes, isAppScheme, readAllowedHost } from '../redirect-uris.ts'
import type { McpConfig } from './config.ts'
import { type Add, readKnownScopes } from './read-scopes.ts'
import type { McpSettings } from './schema.ts'

const HOUR = 3_600

/** Who may register, and for how long. */
export function readRegistration(
  settings: McpSettings,
  scopes: McpConfig['scopes'],
  add: Add,
): McpConfig['registration'] {
  const given = settings.dynamicClientRegistration ?? {}
  if (given.enabled === false) return undefined
  const { initialAccessToken } = given
  if (initialAccessToken !== undefined && !BEARER_TOKEN.test(initialAccessToken)) {
    const message = 'holds characters that no bearer token can have: RFC 6750, section 2.1'
    add('dynamicClientRegistration.initialAccessToken', message)
  }
  return {
    initialAccessToken,
    allowedHosts: readRedirectHosts(given.allowedRedirectUriHosts, add),
    rateLimit: given.rateLimit ?? 60,
    newClientTtl: given.newClientTtl ?? 4 * HOUR,
    unusedClientTtl: given.unusedClientTtl,
    allowedScopes:
      given.allowedScopes === undefined
        ? undefined
        : readKnownScopes(
            given.allowedScopes,
            'dynamicClientRegistration.allowedScopes',
            scopes,
            add,
          ),
    enforceScope: given.enforceScope ?? true,
    maxClients: given.maxClients ?? 50_000,
  }
}

const BEARER_TOKEN = /^[\w.~+/-]+=*$/

function readRedirectHosts(
  given: string | readonly string[] | undefined,
  add: Add,
): readonly string[] | undefined {
  const path = 'dynamicClientRegistration.allowedRedirectUriHosts'
  return readHosts(given, path, add)?.map((host) => {
    const read = readAllowedHost(host)
    if (read === undefined && host !== '') {
      const message = `names ${JSON.stringify(host)}: give a host such as shop.example or shop.example:8443, or for an app scheme://host`
      add(path, message)
    }
    return read ?? ''
  })
}

/** Reads the schemes of native apps. They also apply to metadata documents, even if registration is turned off. */
export function readCustomSchemes(
  { dynamicClientRegistration: given = {} }: McpSettings,
  add: Add,
): CustomSchemes {
  const { allowCustomSchemes: any, customSchemes } = given
  if (any !== undefined && customSchemes !== undefined) {
    const message = 'excludes customSchemes: leave one of them out'
    add('dynamicClientRegistration.allowCustomSchemes', message)
  }
  if (any !== undefined) return any ? 'any' : new Set()
  if (customSchemes === undefined) return 'known'
  const names = [customSchemes].flat().map((name) => name.toLowerCase().replace(/:(\/\/)?$/, ''))
  for (const name of names) {
    if (isAppScheme(name)) continue
    const message = `names ${JSON.stringify(name)}, which is not the scheme of an app`
    add('dynamicClientRegistration.customSchemes', message)
  }
  return new Set(names.map((name) => `${name}:`))
}

/** Hosts in lower case. An empty list is an error, because it could mean 'any' as well as 'none'. */
export function readHosts(
  given: string | readonly string[] | undefined,
  path: string,
  add: Add,
): readonly string[] | undefined {
  if (given === undefined) return undefined
  const hosts = [given].flat().map((host) => host.trim().toLowerCase())
  if (hosts.length === 0 || hosts.includes('')) {
    add(path, 'is empty: name hosts, or leave it out to allow any')
  }
  return hosts
}
