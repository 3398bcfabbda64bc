/** `mcp.identityAssertions` (docs/identity-assertions.md). */
import { type Static, Type } from 'typebox'
import { CLOSED, Flag, Limit, Text, TextList, Whole } from '../../shared/schema-parts.ts'

/** One identity provider whose assertions about people are accepted. */
export const IdentityAssertionIssuer = Type.Object(
  {
    clients: TextList(
      'Required. Ids of the clients that may use assertions of this provider: of mcp.clients, or URLs of metadata documents.',
    ),
    ...Type.Partial(
      Type.Object({
        jwksUri: Text('URL of its keys. Default: discovered at the issuer.'),
        algorithms: TextList(
          'Signature algorithms: RS256, PS256, ES256, ES384, ES512 or EdDSA. Default: all of these.',
        ),
        audiences: TextList(
          'Values of aud that are accepted besides the issuer of this server. Default: none.',
        ),
        emailDomains: TextList(
          'Domains of the addresses for which the provider is trusted: a person is found by such an address. Default: none.',
        ),
        scopes: Text(
          'The most that its assertions give: scopes, separated by spaces. Default: what the client and the person may have.',
        ),
        groups: Type.Record(Type.String(), Text('Scopes, separated by spaces.'), {
          description:
            'What members of its groups may be given, by group. People without one of these groups get nothing. Default: groups are not considered.',
        }),
        groupsClaim: Text('The claim with the groups. Default groups.'),
        claims: Type.Record(Type.String(), Text('A value.'), {
          description:
            'Claims that an assertion must have, such as tenant. A * stands for one part of a value between : and /.',
        }),
        publicClients: Flag(
          'Whether clients without authentication may use its assertions: whoever gets hold of one can use it then. Default false.',
        ),
        accessTokenTtl: Whole('Seconds. Default 300.', 10, 3_600),
        rateLimit: Limit('Assertions per minute about one person for one client. Default 60.'),
      }),
    ).properties,
  },
  { ...CLOSED, description: 'One identity provider.' },
)

/** One identity provider, as written. */
export type IdentityAssertionIssuer = Static<typeof IdentityAssertionIssuer>
