/** Reads the settings of one provider: from the options at start, or from a hook at run time. Pure. */
import type { ConfigProblem } from '../shared/errors.ts'
import { problemOfUrl, readLanding } from '../shared/urls.ts'
import { callbackUrl } from './callback-url.ts'
import type { ProviderConfig } from './provider-config.ts'
import { hasCredentials, readSecurity, type Security } from './security/read-security.ts'
import type { ProviderDefaults, ProviderSettings } from './settings.ts'
import type { Strategy, Template } from './strategies/strategy.ts'
import { findStrategy, STRATEGIES } from './strategies/table.ts'
import { issuesOfRequired } from './tokens/required-authentication.ts'

/** The most characters of a provider's name. */
export const MAX_PROVIDER_NAME = 128

/** What a provider may be called in URLs. */
export const PROVIDER_NAME = new RegExp(`^[a-zA-Z0-9_-]{1,${MAX_PROVIDER_NAME}}$`)

/** Names that are paths of the plugin's own. */
const RESERVED_NAMES: readonly string[] = ['mcp', 'test', 'logout']

/** How often a session is checked if no refresh is due. */
const VALIDATION_INTERVAL_MS = 15 * 60_000

const URL_SETTINGS = [
  'baseUrl',
  'authorizationUrl',
  'tokenUrl',
  'userInfoUrl',
  'emailsUrl',
  'jwksUri',
  'endSessionUrl',
  'revocationUrl',
  'pushedAuthorizationUrl',
] as const satisfies readonly (keyof ProviderSettings)[]

/** The result of reading a provider. */
export interface ProviderReading {
  /** Undefined when there are problems, or no credentials. */
  readonly provider: ProviderConfig | undefined
  readonly problems: readonly ConfigProblem[]
}

/**
 * Reads one provider. A provider without credentials is inactive: no problem, and no provider.
 *
 * @param defaults for what the provider leaves out
 */
export function readProvider(
  name: string,
  written: ProviderSettings,
  defaults: ProviderDefaults,
): ProviderReading {
  const problems: ConfigProblem[] = issuesOfName(name)
  const settings = withoutAliases(written, problems)
  const strategy = findStrategy(settings.provider ?? name)
  if (strategy === undefined) {
    const given = JSON.stringify(settings.provider ?? name)
    problems.push({
      path: 'provider',
      message: `is ${given}: set one of ${STRATEGIES.map((one) => one.name).join(', ')}`,
    })
  }
  for (const key of ['getUserInfo', 'validateToken'] as const) {
    if (settings[key] !== undefined && typeof settings[key] !== 'function') {
      problems.push({ path: key, message: 'must be a function: it can be given in code only' })
    }
  }
  if (!hasCredentials(settings)) return { provider: undefined, problems }
  problems.push(...issuesOfUrls(strategy, settings, defaults))
  problems.push(...issuesOfEmailFrom(strategy, settings))
  const redirectUri = readRedirectUri(name, settings, defaults, problems)
  const landing = settings.postLoginRedirect ?? defaults.postLoginRedirect
  const postLoginRedirect = readLanding('postLoginRedirect', landing, problems) ?? '/'
  if (strategy === undefined) return { provider: undefined, problems }
  const template = strategy.makeTemplate(settings, problems)
  problems.push(...issuesOfTrustEmail(strategy, settings, template))
  const security = securityOf(strategy, settings, template, problems)
  problems.push(...issuesOfGroups(strategy, settings, template))
  const hasIdTokens = template.issuers !== undefined
  problems.push(...issuesOfRequired(settings, strategy, hasIdTokens))
  if (redirectUri === undefined) return { provider: undefined, problems }
  const targets = { redirectUri, postLoginRedirect, security }
  const provider = complete(name, strategy, settings, defaults, template, targets)
  return { provider: problems.length === 0 ? provider : undefined, problems }
}

/** The settings with `jwksUri` under that name. */
function withoutAliases(
  { jwksUrl, ...settings }: ProviderSettings,
  problems: ConfigProblem[],
): ProviderSettings {
  if (jwksUrl === undefined) return settings
  if (settings.jwksUri !== undefined && settings.jwksUri !== jwksUrl) {
    problems.push({ path: 'jwksUrl', message: 'differs from jwksUri: leave one of them out' })
  }
  return { ...settings, jwksUri: settings.jwksUri ?? jwksUrl }
}

function complete(
  name: string,
  strategy: Strategy,
  settings: ProviderSettings,
  defaults: ProviderDefaults,
  template: Template,
  targets: Pick<ProviderConfig, 'redirectUri' | 'postLoginRedirect' | 'security'>,
): ProviderConfig {
  const given = <Key extends keyof ProviderSettings & keyof Template>(key: Key) =>
    (settings[key] ?? template[key]) as Template[Key]
  const issuers = issuersOf(strategy, settings, template)
  return Object.freeze({
    name,
    strategy,
    settings,
    clientId: settings.clientId ?? '',
    clientSecret: settings.clientSecret ?? '',
    ...targets,
    issuers,
    tenants: issuers?.length === 0 ? strategy.tenantsOf?.(settings) : undefined,
    discoveryIssuer: discoveryIssuer(strategy, settings),
    authorizationUrl: given('authorizationUrl'),
    tokenUrl: given('tokenUrl'),
    userInfoUrl: given('userInfoUrl'),
    emailsUrl: given('emailsUrl'),
    jwksUri: given('jwksUri'),
    endSessionUrl: given('endSessionUrl'),
    revocationUrl: given('revocationUrl'),
    pushedAuthorizationUrl: given('pushedAuthorizationUrl'),
    scope: settings.scope ?? defaults.scope ?? template.scope,
    usernameClaim: settings.usernameClaim ?? defaults.usernameClaim ?? template.usernameClaim,
    nameClaim: given('nameClaim'),
    roleClaim: given('roleClaim'),
    additionalParams: given('additionalParams'),
    defaultRole: settings.defaultRole ?? defaults.defaultRole ?? 'user',
    providerLogout: settings.providerLogout ?? true,
    validationInterval: settings.tokenValidationInterval ?? VALIDATION_INTERVAL_MS,
  }) as ProviderConfig
}

function securityOf(
  strategy: Strategy,
  settings: ProviderSettings,
  template: Template,
  problems: ConfigProblem[],
): Security {
  const { assertions, secretMethod, issuers } = template
  const { hasUserInfo } = strategy
  const pushUrl = settings.pushedAuthorizationUrl ?? template.pushedAuthorizationUrl
  const canPush = pushUrl !== undefined || isDiscovered(strategy, settings)
  const hasIdTokens = issuers !== undefined
  const context = { assertions, secretMethod, hasIdTokens, hasUserInfo, canPush }
  return readSecurity(settings, context, problems)
}

function issuesOfName(name: string): ConfigProblem[] {
  if (!PROVIDER_NAME.test(name)) {
    return [
      {
        path: '',
        message: 'must have a name of at most 128 letters, digits, - and _',
      },
    ]
  }
  if (!RESERVED_NAMES.includes(name.toLowerCase())) return []
  return [
    {
      path: '',
      message: `must not be called ${name}: that path is taken. Choose another name, and set provider`,
    },
  ]
}

function issuesOfUrls(
  strategy: Strategy | undefined,
  settings: ProviderSettings,
  defaults: ProviderDefaults,
): ConfigProblem[] {
  const allowLoopbackHttp = defaults.allowPrivateProviders === true
  const problemOf = (path: string, text: string | undefined): ConfigProblem[] => {
    const message = text === undefined ? undefined : problemOfUrl(text, allowLoopbackHttp)
    return message === undefined ? [] : [{ path, message }]
  }
  const issuers = [settings.issuer ?? []].flat()
  return [
    ...URL_SETTINGS.flatMap((key) => problemOf(key, settings[key])),
    // Of the other templates it is only compared with: Google's has no scheme.
    ...(strategy?.isDiscovered ? issuers.flatMap((issuer) => problemOf('issuer', issuer)) : []),
    ...(isDiscovered(strategy, settings) && issuers.length > 1
      ? [
          {
            path: 'issuer',
            message:
              'must be one issuer, from which the rest is discovered; a list needs authorizationUrl, tokenUrl and jwksUri',
          },
        ]
      : []),
    ...(settings.issuer !== undefined && issuers.length === 0
      ? [{ path: 'issuer', message: 'is an empty list: name an issuer, or leave it out' }]
      : []),
  ]
}

function issuesOfEmailFrom(
  strategy: Strategy | undefined,
  settings: ProviderSettings,
): ConfigProblem[] {
  if (settings.emailFrom !== 'userinfo') return []
  const problem =
    strategy?.hasUserInfo === false
      ? `must not be userinfo for ${strategy.name}, which has no userinfo endpoint of OpenID Connect`
      : settings.getUserInfo !== undefined
        ? 'must not be userinfo together with getUserInfo, which replaces that endpoint'
        : strategy?.isDiscovered &&
            !isDiscovered(strategy, settings) &&
            settings.userInfoUrl === undefined
          ? 'is userinfo: set userInfoUrl as well, since the endpoints are not discovered'
          : undefined
  return problem === undefined ? [] : [{ path: 'emailFrom', message: problem }]
}

/** Where anybody may write groups into a token, none can be trusted. */
function issuesOfGroups(
  strategy: Strategy,
  settings: ProviderSettings,
  template: Template,
): ConfigProblem[] {
  if (settings.groupsClaim === undefined) return []
  const issuers = issuersOf(strategy, settings, template)
  if (issuers === undefined) {
    const message = `must not be set for ${strategy.name}, which has no ID tokens`
    return [{ path: 'groupsClaim', message }]
  }
  if (issuers.length > 0) return []
  const message =
    'needs one tenant or issuer: other people can name any group at theirs. Set tenantId or issuer'
  return [{ path: 'groupsClaim', message }]
}

/** Where anybody may write an address into a token, no domain can be trusted. */
function issuesOfTrustEmail(
  strategy: Strategy,
  settings: ProviderSettings,
  template: Template,
): ConfigProblem[] {
  if (settings.trustEmail === undefined) return []
  const issuers = issuersOf(strategy, settings, template)
  const problem =
    issuers === undefined
      ? `must not be set for ${strategy.name}, which has no ID tokens`
      : issuers.length === 0
        ? 'needs one tenant or issuer: other people can set any address at theirs. Set tenantId or issuer'
        : (settings.emailClaim ?? 'email') !== 'email'
          ? 'must not be set together with emailClaim: only the standard claim can be trusted'
          : undefined
  return problem === undefined ? [] : [{ path: 'trustEmail', message: problem }]
}

function readRedirectUri(
  name: string,
  settings: ProviderSettings,
  defaults: ProviderDefaults,
  problems: ConfigProblem[],
): string | undefined {
  const written = settings.redirectUri ?? defaults.redirectUri
  const add = (message: string) => void problems.push({ path: 'redirectUri', message })
  if (written === undefined) {
    add('is required: set it to the public origin of the application followed by /oauth/callback')
    return undefined
  }
  const problem = problemOfUrl(written, true)
  const url = problem === undefined ? callbackUrl(written, name) : undefined
  if (problem !== undefined) add(problem)
  else if (url === undefined) add(`is ${JSON.stringify(written)}: it must end in /oauth/callback`)
  return url
}

function issuersOf(
  { normalizeIssuer = (issuer) => issuer }: Strategy,
  { issuer }: ProviderSettings,
  template: Template,
): readonly string[] | undefined {
  if (template.issuers === undefined) return undefined
  if (issuer === undefined) return template.issuers
  const issuers = typeof issuer === 'string' ? [issuer] : issuer
  return issuers.map((one) => normalizeIssuer(one))
}

/** The endpoints of the others are published and stable. */
function isDiscovered(
  strategy: Strategy | undefined,
  { authorizationUrl, tokenUrl, jwksUri }: ProviderSettings,
): boolean {
  return strategy?.isDiscovered === true && !(authorizationUrl && tokenUrl && jwksUri)
}

function discoveryIssuer(strategy: Strategy, settings: ProviderSettings): string | undefined {
  return isDiscovered(strategy, settings) ? [settings.issuer ?? []].flat()[0] : undefined
}
