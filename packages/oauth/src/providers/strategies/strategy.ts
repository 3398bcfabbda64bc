/** What a provider does differently from others. Each file beside this one is one provider, and `table.ts` lists them. */
import type { Fetch } from '@entrepot/rest'
import type { ConfigProblem } from '../../shared/errors.ts'
import type { AssertionDefaults } from '../security/read-security.ts'
import type { SecretMethod } from '../security/settings.ts'
import type { ProviderSettings } from '../settings.ts'

/** Claims about a person. */
type Claims = Readonly<Record<string, unknown>>

/** What a provider makes of the settings; settings that override come later. */
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
  readonly pushedAuthorizationUrl?: string
  /** How assertions are made, where the provider documents another way than the usual one. */
  readonly assertions?: AssertionDefaults
  /** How the secret is sent, where the provider documents one way only. */
  readonly secretMethod?: SecretMethod
  readonly scope: string
  readonly usernameClaim: string
  readonly nameClaim?: string
  readonly roleClaim?: string
  readonly additionalParams?: Readonly<Record<string, string>>
}

/** A source of addresses of a provider's own that only the person and the provider can change. */
export type ListedProvenance = 'github-authenticated'

/** A profile of a provider without ID tokens. */
export interface Profile {
  readonly claims: Claims
  /** Whether the address and its flag come from the source {@link Strategy.emailProvenance}. */
  readonly isEmailAuthenticated: boolean
}

/** How a strategy calls its provider. */
export interface ProviderAccess {
  readonly fetch: Fetch
  readonly config: Pick<Template, 'userInfoUrl' | 'emailsUrl'> & {
    readonly settings: ProviderSettings
  }
}

/** The tenants of a shared authority, each with an issuer of its own. */
export interface Tenants {
  /** Their issuer for people to read: contains `<tenant>`. */
  readonly issuer: string
  /** What the authority is called in the settings. */
  readonly authority: string
  /** The issuer that a claimed one stands for; undefined if it is no tenant of this authority. */
  acceptsIssuer(claimed: string): string | undefined
}

/** A provider: where its endpoints are, what its claims are called, and what it does in its own way. */
export interface Strategy {
  /** The value of `provider` in the settings, and of `oauthUser.provider`. */
  readonly name: string
  /** Another value of `provider` in the settings. */
  readonly alias?: string
  /** As people read it. @default `name` */
  readonly title?: string
  /** Makes the template of the settings; issues of these are added to `problems`. */
  makeTemplate(settings: ProviderSettings, problems: ConfigProblem[]): Template
  /** Whether its endpoints are discovered from its issuer, unless the settings name them. */
  readonly isDiscovered: boolean
  /** Whether it takes `prompt=select_account` without announcing it. */
  readonly hasAccountChooser: boolean
  /** Whether it has a userinfo endpoint of OpenID Connect. */
  readonly hasUserInfo: boolean
  /** The issuer of ID tokens that an issuer of the settings means. @default the same */
  normalizeIssuer?(issuer: string): string
  /** The tenants that sign in through a shared authority; undefined if the settings name one tenant. */
  tenantsOf?(settings: ProviderSettings): Tenants | undefined
  /** How it is asked for a way of authenticating, if not by `acr_values`, and the claim that names the ways besides `acr`. */
  readonly authenticationContext?: {
    readonly claim: string
    parameters(values: readonly string[]): Readonly<Record<string, string>>
  }
  /** Whether claims of an ID token confirm the address in another way than by `email_verified`. */
  confirmsEmail?(idToken: Claims): boolean
  /** Converts what `userInfoUrl` answers, if that is no userinfo endpoint. Throws if it is of another person than the ID token. */
  readUserInfo?(body: unknown, idToken: Claims): Claims
  /** Gets the profile of a person where there are no ID tokens. `warn` gets what could not be read and was not needed. */
  readProfile?(
    provider: ProviderAccess,
    accessToken: string,
    warn: (reason: string) => void,
  ): Promise<Profile>
  /** The source of the addresses that `readProfile` calls authenticated. */
  readonly emailProvenance?: ListedProvenance
  /** Whether an access token without a lifetime is still good. */
  isTokenValid?(provider: ProviderAccess, accessToken: string): Promise<boolean>
}

/** What most providers of OpenID Connect have in common. */
export const OPENID = { isDiscovered: false, hasAccountChooser: false, hasUserInfo: true } as const

/** The scopes of a person's name and address (OpenID Connect Core 1.0, section 5.4). */
export const OIDC_SCOPE = 'openid profile email'
