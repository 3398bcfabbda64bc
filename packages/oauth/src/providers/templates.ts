/** The built-in providers: where their endpoints are and what their claims are called. Pure. */

import type { ConfigProblem } from '../errors.ts'
import type { ProviderSettings, SecretMethod } from './settings.ts'

/** The templates, by the name that `oauthUser.provider` shows. */
export const PROVIDER_TYPES = ['github', 'google', 'azure', 'auth0', 'okta', 'oidc'] as const

/** One of {@link PROVIDER_TYPES}. */
export type ProviderType = (typeof PROVIDER_TYPES)[number]

const ALIASES: ReadonlyMap<string, ProviderType> = new Map([
  ['microsoft', 'azure'],
  ['generic', 'oidc'],
])

/** Finds a template by name or alias, in any case. */
export function findTemplate(name: string): ProviderType | undefined {
  const lower = name.toLowerCase()
  return ALIASES.get(lower) ?? PROVIDER_TYPES.find((type) => type === lower)
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['google', 'Google'],
  ['azure', 'Microsoft'],
  ['microsoft', 'Microsoft'],
  ['auth0', 'Auth0'],
  ['okta', 'Okta'],
])

/**
 * The name of a provider as people read it: that of the company where the provider is named after its template.
 *
 * @example providerTitle('github') // 'GitHub'
 */
export function providerTitle(name: string): string {
  return TITLES.get(name.toLowerCase()) ?? name
}

/** What a template makes of the settings; settings that override come later. */
export interface Template {
  /** Issuers that ID tokens may carry; `undefined` for plain OAuth 2.0. */
  readonly issuers?: readonly string[]
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
  readonly userInfoUrl?: string
  readonly emailsUrl?: string
  readonly jwksUri?: string
  readonly endSessionUrl?: string
  readonly revocationUrl?: string
  /** How the secret is sent, where the provider documents one way only. */
  readonly secretMethod?: SecretMethod
  readonly scope: string
  readonly usernameClaim: string
  readonly nameClaim?: string
  readonly roleClaim?: string
  readonly additionalParams?: Readonly<Record<string, string>>
}

/** Makes the template of a provider; faults of its settings are added to `problems`. */
export type MakeTemplate = (settings: ProviderSettings, problems: ConfigProblem[]) => Template

const OIDC_SCOPE = 'openid profile email'

/** Authority of Microsoft Entra ID in the worldwide cloud. */
const AZURE = 'https://login.microsoftonline.com'

/** Authorities that take people of several tenants. */
export const AZURE_ALIASES: readonly string[] = ['common', 'organizations', 'consumers']

const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const AZURE_ISSUERS = new RegExp(
  `^https://(?:login\\.microsoftonline\\.com/(${GUID})/v2\\.0|sts\\.windows\\.net/(${GUID})/)$`,
  'i',
)

/** The tenant of an issuer of Entra ID, in its v1 or v2 spelling; undefined for anything else. */
export function azureTenantOf(issuer: string): string | undefined {
  const match = AZURE_ISSUERS.exec(issuer)
  return (match?.[1] ?? match?.[2])?.toLowerCase()
}

/** The issuer that v2.0 tokens of a tenant carry. */
export function azureIssuer(tenant: string): string {
  return `${AZURE}/${tenant}/v2.0`
}

/** Every template. */
export const TEMPLATES: Readonly<Record<ProviderType, MakeTemplate>> = {
  github,
  google,
  azure,
  auth0,
  okta,
  oidc,
}

function github({ baseUrl }: ProviderSettings): Template {
  const base = baseUrl?.replace(/\/+$/, '') ?? 'https://github.com'
  const api = baseUrl === undefined ? 'https://api.github.com' : `${base}/api/v3`
  return {
    authorizationUrl: `${base}/login/oauth/authorize`,
    tokenUrl: `${base}/login/oauth/access_token`,
    userInfoUrl: `${api}/user`,
    emailsUrl: `${api}/user/emails`,
    // Parameters only: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
    secretMethod: 'client_secret_post',
    scope: 'read:user user:email',
    usernameClaim: 'login',
  }
}

function google(): Template {
  return {
    // Tokens of old clients carry the bare host: https://developers.google.com/identity/openid-connect/openid-connect
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userInfoUrl: 'https://www.googleapis.com/oauth2/v3/userinfo',
    jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
    scope: OIDC_SCOPE,
    usernameClaim: 'email',
    // Without these two Google gives no refresh token.
    additionalParams: { access_type: 'offline', prompt: 'consent' },
  }
}

function azure(settings: ProviderSettings, problems: ConfigProblem[]): Template {
  const tenant = azureTenant(settings, problems)
  checkAzureKeys(settings, tenant, problems)
  const authority = `${AZURE}/${tenant}`
  const isAlias = AZURE_ALIASES.includes(tenant)
  return {
    issuers: isAlias ? [] : [azureIssuer(tenant)],
    authorizationUrl: `${authority}/oauth2/v2.0/authorize`,
    tokenUrl: `${authority}/oauth2/v2.0/token`,
    userInfoUrl: 'https://graph.microsoft.com/v1.0/me',
    jwksUri: `${authority}/discovery/v2.0/keys`,
    endSessionUrl: `${authority}/oauth2/v2.0/logout`,
    scope: `${OIDC_SCOPE} User.Read`,
    usernameClaim: 'email',
    nameClaim: 'displayName',
  }
}

/** The tenant whose endpoints are used: a pinned issuer leads to the tenant's own, never to the shared ones. */
function azureTenant({ tenantId, issuer }: ProviderSettings, problems: ConfigProblem[]): string {
  const tenant = (tenantId ?? 'common').toLowerCase()
  if (!AZURE_ALIASES.includes(tenant) && !new RegExp(`^${GUID}$`).test(tenant)) {
    problems.push({
      path: 'tenantId',
      message: `is ${JSON.stringify(tenantId)}: give the tenant's GUID, or ${AZURE_ALIASES.join(', ')}`,
    })
  }
  if (issuer === undefined) return tenant
  const pinned = typeof issuer === 'string' ? azureTenantOf(issuer) : undefined
  if (pinned === undefined) {
    problems.push({
      path: 'issuer',
      message: `must be one issuer with a tenant's GUID, such as ${azureIssuer('<guid>')}`,
    })
    return tenant
  }
  if (!AZURE_ALIASES.includes(tenant) && pinned !== tenant) {
    problems.push({
      path: 'issuer',
      message: 'names another tenant than tenantId: make them the same',
    })
  }
  return pinned
}

/** The keys of a shared authority sign for every tenant; those of another tenant may be taken over with it. */
function checkAzureKeys(
  { jwksUri = '' }: ProviderSettings,
  tenant: string,
  problems: ConfigProblem[],
): void {
  const [, owner] = /^https:\/\/login\.microsoftonline\.com\/([^/]+)/i.exec(jwksUri) ?? []
  if (owner === undefined || owner.toLowerCase() === tenant) return
  const message = `holds the keys of ${owner}, and ID tokens are those of ${tenant}: leave it out`
  problems.push({ path: 'jwksUri', message })
}

function auth0(settings: ProviderSettings, problems: ConfigProblem[]): Template {
  const domain = tenantDomain(settings, ['.auth0.com'], problems)
  return {
    issuers: [`https://${domain}/`],
    authorizationUrl: `https://${domain}/authorize`,
    tokenUrl: `https://${domain}/oauth/token`,
    userInfoUrl: `https://${domain}/userinfo`,
    jwksUri: `https://${domain}/.well-known/jwks.json`,
    endSessionUrl: `https://${domain}/oidc/logout`,
    scope: OIDC_SCOPE,
    usernameClaim: 'email',
  }
}

const OKTA_DOMAINS = ['.okta.com', '.okta-emea.com', '.oktapreview.com']

function okta(settings: ProviderSettings, problems: ConfigProblem[]): Template {
  const domain = tenantDomain(settings, OKTA_DOMAINS, problems)
  const { issuer } = settings
  // A custom authorization server has its endpoints below its issuer: https://acme.okta.com/oauth2/default
  const isCustom = typeof issuer === 'string' && issuer.startsWith(`https://${domain}/oauth2/`)
  const base = isCustom ? issuer.replace(/\/+$/, '') : `https://${domain}/oauth2`
  return {
    issuers: [`https://${domain}`],
    authorizationUrl: `${base}/v1/authorize`,
    tokenUrl: `${base}/v1/token`,
    userInfoUrl: `${base}/v1/userinfo`,
    jwksUri: `${base}/v1/keys`,
    endSessionUrl: `${base}/v1/logout`,
    scope: `${OIDC_SCOPE} groups`,
    usernameClaim: 'preferred_username',
    roleClaim: 'groups',
  }
}

function oidc({ issuer }: ProviderSettings, problems: ConfigProblem[]): Template {
  if (issuer === undefined) {
    problems.push({
      path: 'issuer',
      message: "is required: the provider's issuer URL, from which the rest is discovered",
    })
  }
  return { issuers: [], scope: OIDC_SCOPE, usernameClaim: 'email' }
}

/** A domain of a hosted provider: below one of its suffixes, so never an address or a host of one's own network. */
function tenantDomain(
  { domain }: ProviderSettings,
  suffixes: readonly string[],
  problems: ConfigProblem[],
): string {
  const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
  const isDomain = new RegExp(`^${label}(\\.${label})+$`).test(domain?.toLowerCase() ?? '')
  if (!isDomain || !suffixes.some((suffix) => domain?.toLowerCase().endsWith(suffix))) {
    const wanted = `give a domain that ends in ${suffixes.join(', ')}; for a domain of your own use provider: oidc`
    problems.push({
      path: 'domain',
      message:
        domain === undefined ? `is required: ${wanted}` : `is ${JSON.stringify(domain)}: ${wanted}`,
    })
    return 'invalid'
  }
  return domain?.toLowerCase() ?? 'invalid'
}
