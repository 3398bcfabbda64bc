/** The shapes of the options that a configuration file can contain. Options that are set only in code are in `options.ts`. */
import { type Static, Type } from 'typebox'
import { McpSettings } from '../mcp/config/schema.ts'
import { PageSettings } from '../pages/schema.ts'
import { ProviderSettings } from '../providers/settings.ts'
import { CLOSED, Flag, Limit, Text, TextList } from '../shared/schema-parts.ts'

/** The options that a file can hold. */
export const FileOptions = Type.Partial(
  Type.Object({
    package: Type.String({ description: 'Name of the plugin package; read by hosts.' }),
    redirectUri: Text('Public origin of the application followed by /oauth/callback.'),
    postLoginRedirect: Text(
      'Path or URL where people land after signing in, and for errors. Default /.',
    ),
    postLogoutRedirect: Text(
      'Path or URL where people land after signing out. Sent to providers: register it there.',
    ),
    scope: Text('Default scope of all providers.'),
    usernameClaim: Text('Default username claim of all providers.'),
    defaultRole: Text('Default role of all providers.'),
    secret: TextList(
      'At least 32 characters; encrypts stored data. With a list, the first one encrypts.',
    ),
    allowPrivateProviders: Flag('Allows providers at private addresses, and http on loopback.'),
    proxyChecksTargets: Flag(
      'Whether the proxy in HTTPS_PROXY refuses private addresses itself, so that names are not resolved here. For networks without public DNS.',
    ),
    cacheDynamicProviders: Type.Union([Type.Boolean(), Type.Number({ minimum: 0 })], {
      description:
        'Seconds for which a provider of the hook is cached; true: no limit. Default 300.',
    }),
    signInRateLimit: Limit(
      'Sign-ins that one address may start per minute, over all nodes; false: no limit. Default 600.',
    ),
    pages: PageSettings,
    debug: Flag('Debug endpoints. Not for production.'),
    debugAllowedIps: TextList(
      "Addresses that may use the debug endpoints; a prefix ends in '.'. Default 127.0.0.1 and ::1.",
    ),
    providers: Type.Record(Type.String(), ProviderSettings, {
      description: 'The providers, by their name in URLs.',
    }),
    mcp: McpSettings,
  }),
  CLOSED,
)

/** The options that a file can hold. */
export type FileOptions = Static<typeof FileOptions>
