/** The shape of the settings of one provider. */
import { type Static, Type } from 'typebox'
import { CLOSED, Flag, Text, TextList, Whole } from '../shared/schema-parts.ts'
import { SECURITY_SETTINGS } from './security/settings.ts'

const Code = <T>(description: string) => Type.Unsafe<T>({ description })

/** `trustEmail`. */
export const TrustEmail = Type.Object(
  {
    domains: Type.Array(Text('A domain, without its subdomains.'), {
      minItems: 1,
      description: 'Domains whose addresses the provider gives to their owners only.',
    }),
    unverified: Type.Optional(
      Flag('Also addresses that the provider calls unverified. Default false.'),
    ),
  },
  {
    ...CLOSED,
    description:
      'Addresses of these domains count as verified, although the provider does not say so. See below.',
  },
)

/** Settings of one provider, as written. */
export const ProviderSettings = Type.Partial(
  Type.Object({
    provider: Text(
      'The template: github, google, azure (or microsoft), auth0, okta, oidc (or generic). Default: the name of the entry.',
    ),
    clientId: Type.String({ description: 'Client identifier at the provider.' }),
    clientSecret: Type.String({ description: 'Client secret at the provider.' }),
    ...SECURITY_SETTINGS,
    scope: Text('Scopes to ask for, separated by spaces.'),
    redirectUri: Text('Overrides the redirectUri of the plugin.'),
    postLoginRedirect: Text('Where people land after signing in, if the sign-in names no page.'),
    tenantId: Text('azure: a tenant GUID, or common, organizations, consumers.'),
    domain: Text('auth0 and okta: the tenant domain, such as acme.eu.auth0.com.'),
    baseUrl: Text('github: the base URL of GitHub Enterprise Server.'),
    issuer: TextList('The issuer of ID tokens. oidc: also the base of discovery.'),
    authorizationUrl: Text('Overrides the authorization endpoint.'),
    tokenUrl: Text('Overrides the token endpoint.'),
    userInfoUrl: Text('Overrides the userinfo endpoint.'),
    emailsUrl: Text('github: overrides the endpoint of email addresses.'),
    jwksUri: Text('Overrides the key set.'),
    jwksUrl: Text('Another name of jwksUri.'),
    endSessionUrl: Text('Overrides the endpoint for logout at the provider.'),
    revocationUrl: Text('Overrides the endpoint that revokes tokens (RFC 7009).'),
    usernameClaim: Text('Claim that becomes the user identifier; nested claims with dots.'),
    emailClaim: Text('Claim with the email address.'),
    emailFrom: Type.Union([Type.Literal('id_token'), Type.Literal('userinfo')], {
      description:
        'Where a verified address may come from: the signed ID token only, or also the userinfo endpoint. Default id_token.',
    }),
    trustEmail: TrustEmail,
    nameClaim: Text('Claim with the display name.'),
    roleClaim: Text('Claim with the role; of a list, the first value.'),
    groupsClaim: Text('Claim with the groups of the person; nested claims with dots. See below.'),
    defaultRole: Text('Role without a role claim.'),
    preferIdToken: Flag('Request userinfo only if the ID token lacks claims. Default true.'),
    fetchEmail: Flag('github: request the email addresses. Default true.'),
    emailDomains: Type.Array(Text('A domain.'), {
      description: 'Only verified emails of these domains may adopt accounts. Default: any.',
    }),
    providerLogout: Flag('Also sign out at the provider, if it supports that. Default true.'),
    revokeTokens: Flag(
      'Revoke the tokens at the provider when a person signs out, if it announces an endpoint. Default true.',
    ),
    additionalParams: Type.Record(Type.String(), Type.String(), {
      description: 'Additional parameters of the authorization request.',
    }),
    responseMode: Type.Union([Type.Literal('query'), Type.Literal('form_post')], {
      description:
        'How the provider answers: by a redirect, or by a form, which Apple requires for names and addresses. Default query.',
    }),
    requiredAcr: Type.Array(Text('A value of acr.'), {
      minItems: 1,
      description:
        'Ways of authenticating, as the provider names them: every sign-in must prove one of these. See below.',
    }),
    maxAge: Whole(
      'Seconds since the person authenticated at the provider, at most: every sign-in must prove it. See below.',
      1,
      315_360_000,
    ),
    tokenValidationInterval: Type.Number({
      minimum: 1_000,
      description: 'Milliseconds between checks of a live session. Default 900000 (15 minutes).',
    }),
    getUserInfo: Code<GetUserInfo>('In code: replaces the userinfo request.'),
    validateToken: Code<ValidateToken>('In code: returns whether an access token is still valid.'),
  }),
  CLOSED,
)

/** Settings of one provider, as written. */
export type ProviderSettings = Static<typeof ProviderSettings>

/** Gets the claims of a user by other means than the userinfo endpoint. They are never proof of an email address. */
export type GetUserInfo = (
  accessToken: string,
  idTokenClaims: Readonly<Record<string, unknown>> | undefined,
) => Promise<Readonly<Record<string, unknown>>>

/** Says whether an access token is still good. A throw means 'cannot say' and keeps the session. */
export type ValidateToken = (accessToken: string) => Promise<boolean>

/** Settings of the plugin that hold for each provider that does not set them itself. */
export interface ProviderDefaults {
  readonly redirectUri?: string
  readonly postLoginRedirect?: string
  readonly scope?: string
  readonly usernameClaim?: string
  readonly defaultRole?: string
  /** Allows providers at private addresses, and http on loopback. */
  readonly allowPrivateProviders?: boolean
}

/** Settings that `onResolveProvider` answers; `azureTenantId` is another name of `tenantId`. */
export type ResolvedProvider = ProviderSettings & { readonly azureTenantId?: string }
