/** Reads the block `mcp`: rules beyond the shapes; every problem is reported. Pure. */
import type { JSONWebKeySet } from 'jose'
import type { ProviderConfig } from '../../providers/provider-config.ts'
import type { ConfigProblem } from '../../shared/errors.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { problemOfUrl } from '../../shared/urls.ts'
import { type AuthMethod, type Client, type GrantType, isClientId } from '../client.ts'
import { problemOfKeys } from '../key-rules.ts'
import { problemOfRedirectUri } from '../redirect-uris.ts'
import type { McpConfig } from './config.ts'
import type { ConfiguredClient } from './configured-client-schema.ts'
import { readDevices } from './devices.ts'
import { readPrivateKeyJwt } from './read-assertions.ts'
import { addShortClientLife, readRefreshLives } from './read-lifetimes.ts'
import { readCustomSchemes, readHosts, readRegistration } from './read-registration.ts'
import {
  type Add,
  readAllowedScopes,
  readDefaultScopes,
  readKnownScopes,
  readScopes,
} from './read-scopes.ts'
import { readTrust } from './read-trust.ts'
import { readIntrospect, readResources } from './resources.ts'
import type { McpSettings } from './schema.ts'

const DAY = 86_400

/** The block, complete; undefined while it is turned off or has problems. */
export function readMcp(
  settings: McpSettings | undefined,
  providers: ReadonlyMap<string, Pick<ProviderConfig, 'redirectUri' | 'settings'>>,
  problems: ConfigProblem[],
): McpConfig | undefined {
  if (settings?.enabled !== true) return undefined
  const before = problems.length
  const add: Add = (path, message) => void problems.push({ path: `mcp.${path}`, message })
  const issuer = readIssuer(settings, add)
  const names = readProviderNames(settings, providers, add)
  readHostSignIn(settings, providers, add)
  addForeignCallbacks(issuer, names, providers, add)
  const scopes = readScopes(settings, add)
  const lives = readRefreshLives(settings, add)
  const registration = readRegistration(settings, scopes, add)
  addShortClientLife(settings, lives, add)
  const documents = readDocuments(settings, add)
  const defaultScopes = readDefaultScopes(settings, scopes, add)
  const resources = readResources(settings, issuer, { scopes, defaultScopes }, add)
  const [resource = ''] = resources.keys()
  const clients = readClients(settings, { issuer, scopes, resources }, add)
  const config: McpConfig = {
    issuer,
    resource,
    resources,
    providers: names,
    hostSignIn: settings.hostSignIn,
    registration,
    documents,
    clients,
    clientCredentials: readClientCredentials(settings, clients, documents, add),
    deviceAuthorization: readDevices(settings.deviceAuthorization),
    identityAssertions: readTrust(settings.identityAssertions, { issuer, scopes }, add),
    scopes,
    defaultScopes,
    allowedScopes: readAllowedScopes(settings, scopes, add),
    customSchemes: readCustomSchemes(settings, add),
    rememberConsent: readRememberConsent(settings),
    stayConnected: settings.stayConnected ?? 'ticked',
    signingAlgorithm: settings.signingAlgorithm ?? 'ES256',
    signingKeyPem: settings.signingKeyPem,
    keyRotationInterval: settings.keyRotationInterval ?? 90 * DAY,
    accessTokenTtl: settings.accessTokenTtl ?? 3_600,
    ...lives,
    refreshGrace: settings.refreshGrace ?? 300,
    refreshTokenRequiresOfflineAccess: settings.refreshTokenRequiresOfflineAccess ?? false,
    dpop: { required: 'never', nonce: false, ...settings.dpop },
    revokeGrantsWithSignIns: settings.revokeGrantsWithSignIns ?? false,
    auditTtl: settings.auditTtl ?? 90 * DAY,
  }
  return problems.length === before ? Object.freeze(config) : undefined
}

/** The first names of the values are read as well. */
function readRememberConsent({
  rememberConsent: given,
}: McpSettings): McpConfig['rememberConsent'] {
  if (given === undefined || given === 'always') return 'daily'
  return given === 'https' ? 'proven' : given
}

function readIssuer({ issuer }: McpSettings, add: Add): string {
  if (issuer === undefined) {
    add('issuer', 'is required: set it to the public origin of the application')
    return ''
  }
  const problem = problemOfUrl(issuer, true)
  if (problem !== undefined) add('issuer', problem)
  else if (!isOrigin(issuer)) add('issuer', 'must be an origin: no path, no query')
  else return new URL(issuer).origin
  return ''
}

/** The cookie of a sign-in belongs to the host where the sign-in starts, so it could not be completed at another host. */
function addForeignCallbacks(
  issuer: string,
  names: readonly string[],
  providers: Parameters<typeof readMcp>[1],
  add: Add,
): void {
  if (issuer === '') return
  const foreign = new Map<string, string>()
  for (const [name, { redirectUri, settings }] of providers) {
    if (names.length > 0 && !names.includes(name)) continue
    const { origin } = new URL(redirectUri)
    const from = settings.redirectUri ? `providers.${name}.redirectUri` : 'redirectUri'
    if (origin !== issuer) foreign.set(from, origin)
  }
  for (const [from, origin] of foreign) {
    add(
      'issuer',
      `is ${issuer}, but people come back to ${origin} (${from}): use one origin for both`,
    )
  }
}

function isOrigin(text: string): boolean {
  const { pathname, search } = new URL(text)
  return pathname === '/' && search === '' && !text.includes('?')
}

function readProviderNames(
  { providers: names, hostSignIn }: McpSettings,
  known: ReadonlyMap<string, unknown>,
  add: Add,
): readonly string[] {
  const list = names === undefined ? [] : [names].flat()
  for (const name of list) {
    if (!known.has(name) && name !== hostSignIn?.name)
      add('providers', `names ${JSON.stringify(name)}, which is not an active provider`)
  }
  return list
}

function readHostSignIn(
  { hostSignIn }: McpSettings,
  providers: ReadonlyMap<string, unknown>,
  add: Add,
): void {
  if (hostSignIn === undefined) return
  const { name, path } = hostSignIn
  if (providers.has(name)) add('hostSignIn.name', `is ${name}, as that of a provider: rename one`)
  // As in the form of the consent page, and in URLs.
  if (!/^[\w-]{1,64}$/.test(name)) add('hostSignIn.name', 'must be letters, digits, - and _')
  if (!/^\/(?![/\\])[^?#]*$/.test(path)) add('hostSignIn.path', 'must be a path, such as /sign-in')
}

function readDocuments(settings: McpSettings, add: Add): McpConfig['documents'] {
  const given = settings.clientIdMetadataDocuments ?? {}
  if (given.enabled === false) return undefined
  return {
    allowedHosts: readHosts(given.allowedHosts, 'clientIdMetadataDocuments.allowedHosts', add),
    fetchTimeoutMs: given.fetchTimeoutMs ?? 5_000,
    maxBytes: given.maxDocumentBytes ?? 65_536,
    rateLimit: given.rateLimit ?? 10,
    callerRateLimit: given.callerRateLimit ?? 60,
    hostRateLimit: given.hostRateLimit ?? 60,
    lastGoodTtl: given.lastGoodTtl ?? 7 * DAY,
    privateKeyJwt: readPrivateKeyJwt(settings, add),
  }
}

function readClientCredentials(
  { clientCredentials: given }: McpSettings,
  clients: McpConfig['clients'],
  documents: McpConfig['documents'],
  add: Add,
): McpConfig['clientCredentials'] {
  if (given?.enabled !== true) return undefined
  const isConfigured = [...clients.values()].some(({ grantTypes }) =>
    grantTypes.includes('client_credentials'),
  )
  const { resolveClients = false, resolveWorkloads = false } = given
  if (!isConfigured && !resolveClients && documents?.allowedHosts === undefined) {
    add(
      'clientCredentials',
      'allows no client, or any client: name clients with the grant client_credentials in mcp.clients, hosts in mcp.clientIdMetadataDocuments.allowedHosts, or turn resolveClients on',
    )
  }
  return {
    accessTokenTtl: given.accessTokenTtl ?? 300,
    rateLimit: given.rateLimit ?? 30,
    acceptTokenEndpointAudience: given.acceptTokenEndpointAudience ?? true,
    resolveClients,
    resolveWorkloads,
  }
}

function readClients(
  { clients }: McpSettings,
  { scopes, ...known }: Pick<McpConfig, 'issuer' | 'scopes' | 'resources'>,
  add: Add,
): McpConfig['clients'] {
  const read = new Map<string, Client>()
  for (const [clientId, settings] of Object.entries(clients ?? {})) {
    const addOwn: Add = (path, message) => add(`clients.${clientId}${path && `.${path}`}`, message)
    if (!isClientId(clientId))
      addOwn('', 'is not a client id: use 1 to 2048 printable ASCII characters')
    if (settings.scope !== undefined) readKnownScopes(settings.scope, 'scope', scopes, addOwn)
    const introspect = readIntrospect(settings.introspect, known, addOwn)
    read.set(clientId, { ...readClient(clientId, settings, addOwn), introspect })
  }
  return read
}

function readClient(
  clientId: string,
  settings: ConfiguredClient,
  add: Add,
): Omit<Client, 'introspect'> {
  const { clientSecret, jwks, jwksUri, redirectUris = [] } = settings
  const defaults: readonly GrantType[] = ['authorization_code', 'refresh_token']
  const grantTypes = settings.grantTypes ?? defaults
  const authMethod = authMethodOf(settings)
  addRedirectProblems(redirectUris, grantTypes, add)
  if (grantTypes.includes('client_credentials') && authMethod === 'none') {
    add('jwks', 'or a clientSecret is needed for the grant client_credentials')
  }
  const problemOfJwks = problemOfKeys(jwks?.keys ?? [])
  if (problemOfJwks !== undefined) add('jwks', problemOfJwks)
  if (jwksUri !== undefined && !isHttps(jwksUri)) add('jwksUri', 'must be an https URL')
  if ([clientSecret, jwks, jwksUri].filter((one) => one !== undefined).length > 1) {
    add('', 'has more than one of clientSecret, jwks and jwksUri: choose one')
  }
  return {
    clientId,
    kind: 'configured',
    name: settings.name ?? clientId,
    redirectUris,
    grantTypes,
    authMethod,
    secretHash: clientSecret === undefined ? undefined : hashSecret(clientSecret),
    jwks: jwks as JSONWebKeySet | undefined,
    jwksUri,
    scope: settings.scope,
    trusted: settings.trusted ?? false,
    dpopBoundAccessTokens: settings.dpopBoundAccessTokens,
  }
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

function addRedirectProblems(
  redirectUris: readonly string[],
  grantTypes: readonly GrantType[],
  add: Add,
): void {
  const policy = { allowedHosts: undefined, customSchemes: 'any' } as const
  for (const uri of redirectUris) {
    const problem = problemOfRedirectUri(uri, policy, false)
    if (problem !== undefined) add('redirectUris', `${JSON.stringify(uri)} ${problem}`)
  }
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0) {
    add('redirectUris', 'is missing')
  }
}

function authMethodOf({ clientSecret, jwks, jwksUri }: ConfiguredClient): AuthMethod {
  if (clientSecret !== undefined) return 'client_secret_basic'
  return jwks !== undefined || jwksUri !== undefined ? 'private_key_jwt' : 'none'
}
