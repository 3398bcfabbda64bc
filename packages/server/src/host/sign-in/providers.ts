/** The options that the hub adds to the configured plugins, and the providers on the start page. Pure. */

import { mcpOptions } from '../../access/mcp/settings.ts'
import { activeProviders, OAUTH_PACKAGE } from '../../config/provider-rules.ts'
import { hasSignIn, publicUrlAt } from '../../config/rules.ts'
import { deriveKey } from '../../config/secrets.ts'
import type { Config, PluginEntry } from '../../config/types.ts'
import { BRAND_URL, DARK, FONT, LIGHT, NAME, RADIUS } from '../../site/pages/look.ts'
import { CLIENT_ID, DEV_PROVIDER, type DevIdpProcess } from '../dev-idp/process.ts'

/** A provider on the start page. */
export interface ProviderChoice {
  /** Name in URLs. */
  readonly name: string
  readonly label: string
}

type Settings = Readonly<Record<string, unknown>>

/** Input of {@link completeEntries} besides the configuration. */
export interface SignInParts {
  /** Origin that people open. */
  readonly publicUrl: string
  readonly secrets: readonly string[]
  readonly devIdp: Pick<DevIdpProcess, 'issuer' | 'clientId' | 'clientSecret'> | undefined
}

/**
 * The plugins to register: those of the configuration, with the options that the hub adds to the sign-in plugin, and the development
 * provider if it runs. The plugin also runs without a provider where people sign in with passkeys: for sessions, and for clients. The hub derives a
 * redirect URI only from a `publicUrl` in the settings, and not from the address on which it listens, because the redirect URI must be registered
 * at the provider.
 */
export function completeEntries(config: Config, parts: SignInParts): readonly PluginEntry[] {
  const entries = config.plugins.map((entry) =>
    entry.package === OAUTH_PACKAGE
      ? { ...entry, options: completeOptions(entry.options, config, parts) }
      : entry,
  )
  const needsEntry = parts.devIdp !== undefined || config.signIn.passkeys
  if (!needsEntry || hasSignIn(entries)) return entries
  const options = completeOptions({}, config, parts)
  const own = { name: 'sign-in', package: OAUTH_PACKAGE, options, written: {} }
  return [{ ...own, locate: () => undefined }, ...entries]
}

/** How the sign-in plugin offers passkeys to people who connect a client. */
const PASSKEYS = { name: 'passkey', title: 'a passkey', path: '/passkeys/sign-in' }

function completeOptions(options: Settings, config: Config, parts: SignInParts): Settings {
  const { publicUrl, secrets, devIdp } = parts
  const completed = {
    ...(config.publicUrl && { redirectUri: `${config.publicUrl}/oauth/callback` }),
    secret: secrets.map((secret) => deriveKey(secret, 'oauth')),
    ...options,
    pages: pagesLikeHub(options.pages as Settings | undefined),
    // The hub has replaced variables in the whole file. A secret that contains `${` must not be replaced again.
    substitute: false,
    ...(config.mcp.enabled && {
      mcp: {
        ...mcpOptions(options.mcp as Settings | undefined, publicUrl),
        ...(config.signIn.passkeys && { hostSignIn: PASSKEYS }),
      },
    }),
  }
  if (devIdp === undefined) return completed
  const { issuer, clientId, clientSecret } = devIdp
  const dev = {
    provider: 'oidc',
    issuer,
    clientId,
    clientSecret,
    scope: 'openid profile email',
    redirectUri: `${publicUrl}/oauth/${DEV_PROVIDER}/callback`,
  }
  const { providers = {}, postLogoutRedirect = `${publicUrl}/` } = options
  return {
    ...completed,
    providers: { [DEV_PROVIDER]: dev, ...(providers as Settings) },
    postLogoutRedirect,
    // The development provider is on this machine.
    allowPrivateProviders: true,
  }
}

/** The pages of the plugin look like those of the hub, where the file does not say otherwise. */
function pagesLikeHub(written: Settings | undefined): Settings {
  const both = (name: 'accent' | 'background' | 'text') => ({
    light: LIGHT[name],
    dark: DARK[name],
  })
  const style = {
    accent: both('accent'),
    background: both('background'),
    text: both('text'),
    font: FONT,
    radius: RADIUS,
    // A name of their own stands alone until they give a logo, too.
    ...(written?.name === undefined && { logoUrl: BRAND_URL }),
  }
  return {
    name: NAME,
    ...written,
    style: { ...style, ...(written?.style as Settings | undefined) },
    texts: { ...TEXTS, ...(written?.texts as Settings | undefined) },
  }
}

/** The accounts for which clients act are customers here. */
const TEXTS = {
  accountTitle: 'Which customer may {client} act for?',
  account: 'Customer',
  allAccounts: 'All of these, and those that you join later',
  accountProblem:
    'Nothing was allowed yet: no customer was chosen, or your customers have changed. Check this page and decide again.',
}

/** What to set if nobody can sign in. */
export const ACTIVATE_SIGN_IN = `no identity provider is active. Set clientId and clientSecret (or clientKeys) of a provider of ${OAUTH_PACKAGE}, signIn.passkeys, or devIdp.enabled for development.`

/** The plugins as a start registers them, with valid placeholders for values that only a running hub knows. */
export function presumedEntries(config: Config): readonly PluginEntry[] {
  const { port, enabled } = config.devIdp
  return completeEntries(config, {
    publicUrl: publicUrlAt(config, config.port),
    secrets: config.secrets ?? ['generated when the hub starts'],
    devIdp: enabled
      ? { issuer: `http://127.0.0.1:${port}`, clientId: CLIENT_ID, clientSecret: 'generated too' }
      : undefined,
  })
}

/** Names of the built-in providers. */
const LABELS: Readonly<Record<string, string>> = {
  github: 'GitHub',
  google: 'Google',
  azure: 'Microsoft',
  microsoft: 'Microsoft',
  auth0: 'Auth0',
  okta: 'Okta',
}

/** The active providers of the sign-in plugin, as people read them. */
export function providersOf(entries: readonly PluginEntry[]): readonly ProviderChoice[] {
  return activeProviders(entries).map(([name, { provider = name, issuer }]) => {
    const isDev = name === DEV_PROVIDER && String(issuer).startsWith('http:')
    const type = String(provider).toLowerCase()
    const label = isDev ? 'the development identity provider' : (LABELS[name] ?? LABELS[type])
    return { name, label: label ?? name }
  })
}
