/** Microsoft Entra ID: docs/providers/azure.md. */
import { type ConfigProblem, OAuthError } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import { OIDC_SCOPE, type Strategy, type Template, type Tenants } from './strategy.ts'

/** Microsoft Entra ID. What `userInfoUrl` answers is a profile of Microsoft Graph. */
export const azure: Strategy = {
  name: 'azure',
  alias: 'microsoft',
  title: 'Microsoft',
  isDiscovered: false,
  hasAccountChooser: true,
  hasUserInfo: false,
  makeTemplate,
  normalizeIssuer: (issuer) => azureIssuer(azureTenantOf(issuer) ?? issuer),
  tenantsOf,
  confirmsEmail,
  authenticationContext: { claim: 'acrs', parameters: askForContext },
  readUserInfo: readGraphProfile,
}

/** Authority of Microsoft Entra ID in the worldwide cloud. */
const AZURE = 'https://login.microsoftonline.com'

/** Authorities that take people of several tenants. */
const AZURE_ALIASES: readonly string[] = ['common', 'organizations', 'consumers']

const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const AZURE_ISSUERS = new RegExp(
  `^https://(?:login\\.microsoftonline\\.com/(${GUID})/v2\\.0|sts\\.windows\\.net/(${GUID})/)$`,
  'i',
)

/** The tenant of an issuer of Entra ID, in its v1 or v2 spelling; undefined for anything else. */
function azureTenantOf(issuer: string): string | undefined {
  const match = AZURE_ISSUERS.exec(issuer)
  return (match?.[1] ?? match?.[2])?.toLowerCase()
}

/** The issuer that v2.0 tokens of a tenant carry. */
function azureIssuer(tenant: string): string {
  return `${AZURE}/${tenant}/v2.0`
}

/** The tenant of personal Microsoft accounts: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Any tenant for `common`, any but the one of personal accounts for `organizations`, only that for `consumers`. */
function tenantsOf({ tenantId }: ProviderSettings): Tenants | undefined {
  const authority = (tenantId ?? 'common').toLowerCase()
  if (!AZURE_ALIASES.includes(authority)) return undefined
  return {
    issuer: azureIssuer('<tenant>'),
    authority,
    acceptsIssuer(claimed) {
      const tenant = azureTenantOf(claimed)
      if (tenant === undefined) return undefined
      const isPersonal = tenant === CONSUMERS
      const isAllowed = authority === 'common' || isPersonal === (authority === 'consumers')
      return isAllowed ? azureIssuer(tenant) : undefined
    },
  }
}

/**
 * The optional claim `xms_edov`: the owner of the domain of the address is verified
 * (https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization). It is sent as a boolean, a number or a text.
 */
function confirmsEmail({ xms_edov: verified }: Readonly<Record<string, unknown>>): boolean {
  return verified === true || verified === 1 || verified === 'true' || verified === '1'
}

/**
 * Entra ID takes authentication contexts of Conditional Access in the parameter `claims` (OpenID Connect Core 1.0, section 5.5):
 * https://learn.microsoft.com/entra/identity-platform/developer-guide-conditional-access-authentication-context
 */
function askForContext(values: readonly string[]): Readonly<Record<string, string>> {
  const [value] = values
  const wanted = values.length === 1 ? { value } : { values }
  return { claims: JSON.stringify({ id_token: { acrs: { essential: true, ...wanted } } }) }
}

/** Microsoft Graph has no `sub`; its `id` is the `oid` of the ID token. */
function readGraphProfile(
  body: unknown,
  idToken: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { id, mail, ...claims } = (body ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || id !== idToken.oid) {
    throw new OAuthError(
      'OAUTH_PROVIDER_REFUSED',
      'The profile is of another person (id is not oid).',
    )
  }
  return typeof mail === 'string' ? { email: mail, ...claims } : claims
}

function makeTemplate(settings: ProviderSettings, problems: ConfigProblem[]): Template {
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
    // https://learn.microsoft.com/entra/identity-platform/certificate-credentials
    assertions: { audience: 'token_endpoint', rsaAlgorithms: ['PS256'] },
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
