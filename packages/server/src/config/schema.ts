/** The settings of `entrepot.yaml`. docs/reference/configuration.md is held to them by a test. */
import { type Static, Type } from 'typebox'

/** Levels of pino, and `silent`. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const closed = { additionalProperties: false } as const

const TextList = (description: string, format?: 'email' | 'domain' | 'page-origin') =>
  Type.Array(Type.String({ minLength: 1, ...(format && { format }) }), { description, default: [] })

/** A plugin: its package, and options that the plugin itself checks. */
const PluginEntry = Type.Object(
  {
    package: Type.String({
      minLength: 1,
      description:
        'Name of the package, or a path that begins with `./`. Looked up from the folder of the file, then among what the hub brings.',
    }),
  },
  { additionalProperties: true },
)

/** Everything that `entrepot.yaml` may hold. */
export const Settings = Type.Object(
  {
    publicUrl: Type.Optional(
      Type.String({
        format: 'origin',
        description:
          'Origin that people open, such as `https://hub.example`. Left out: that of the `redirectUri` of `@entrepot/oauth`, else where the hub listens.',
      }),
    ),
    host: Type.String({
      minLength: 1,
      default: '127.0.0.1',
      description: 'Address to listen on; `0.0.0.0` for all.',
    }),
    port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 8080,
      description: 'Port to listen on; `0` takes a free one.',
    }),
    trustProxy: Type.Optional(
      Type.Array(Type.String({ minLength: 1, format: 'proxy' }), {
        description:
          'Addresses, networks (`10.0.0.0/8`), or `loopback`, `linklocal`, `uniquelocal`, whose `X-Forwarded-*` headers are believed. Left out: `loopback` if `publicUrl` is https, else none.',
      }),
    ),
    drainSeconds: Type.Number({
      minimum: 0,
      maximum: 300,
      default: 5,
      description:
        'How long a hub that is told to stop still serves requests, while `/health/ready` answers 503. `0`, and where nobody has asked `/health/ready` within the last minute: it stops at once.',
    }),
    logLevel: Type.Unsafe<LogLevel>({
      type: 'string',
      enum: LOG_LEVELS,
      default: 'info',
      description: '`debug` logs each request.',
    }),
    dataDirectory: Type.String({
      minLength: 1,
      default: '.entrepot',
      description:
        'Embedded database and its password, keys of the sample customer, generated secret. In the file: relative to its folder.',
    }),
    database: Type.Object(
      {
        url: Type.Optional(
          Type.String({
            format: 'postgres-url',
            description:
              '`postgres://user:password@host:port/database`. Left out: the embedded PostgreSQL.',
          }),
        ),
      },
      { ...closed, default: {}, description: 'Where everything is kept.' },
    ),
    secret: Type.Optional(
      Type.Array(Type.String({ minLength: 32 }), {
        minItems: 1,
        description:
          'At least 32 random characters, the same on every node: signs session cookies, seals tokens at rest. Of a list the first is used, the others still open what they closed. Left out: generated into the data directory, not in production.',
      }),
    ),
    session: Type.Object(
      {
        idleHours: Type.Number({
          exclusiveMinimum: 0,
          maximum: 8_760,
          default: 168,
          description: 'A session that is not used for so long ends.',
        }),
        maxHours: Type.Number({
          exclusiveMinimum: 0,
          maximum: 8_760,
          default: 720,
          description: 'Every session ends after so long; then people sign in again.',
        }),
      },
      { ...closed, default: {}, description: 'How long people stay signed in.' },
    ),
    signIn: Type.Object(
      {
        allowedEmails: TextList(
          'People with one of these verified email addresses become users when they sign in.',
          'email',
        ),
        allowedDomains: TextList(
          'The same for all verified addresses of these domains, such as `shop.example`; not of their subdomains.',
          'domain',
        ),
        contact: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description:
              'Whom people ask who may not sign in: shown on the page that refuses them.',
          }),
        ),
      },
      {
        ...closed,
        default: {},
        description: 'Who may sign in, besides the users of `entrepot users add`.',
      },
    ),
    devIdp: Type.Object(
      {
        enabled: Type.Optional(
          Type.Boolean({
            description:
              'Offers the development identity provider, with sample people and no passwords. Left out: if `@entrepot/oauth` is not configured and `NODE_ENV` is not `production`.',
          }),
        ),
        port: Type.Integer({
          minimum: 0,
          maximum: 65_535,
          default: 8090,
          description: 'Its port; another one when it is taken.',
        }),
      },
      { ...closed, default: {}, description: 'For trying out, never in production.' },
    ),
    mcp: Type.Object(
      {
        enabled: Type.Boolean({
          default: false,
          description:
            'Lets agents in: `/mcp`, and the authorization server for MCP clients. Its settings stand in the block `mcp` of `@entrepot/oauth`.',
        }),
        allowedOrigins: TextList(
          'Origins of web pages that may call `/mcp`, such as `https://agent.example`, for clients that run in a browser; `*` for any. Pages of the hub and of the own machine always may.',
          'page-origin',
        ),
      },
      { ...closed, default: {}, description: 'Tools for AI agents (Model Context Protocol).' },
    ),
    plugins: Type.Record(Type.String(), PluginEntry, {
      propertyNames: { format: 'plugin-name' },
      default: {},
      description:
        'Fastify plugins by a name of your choice, registered in this order: `package`, and the options of the plugin.',
    }),
  },
  closed,
)

/** The settings after substitution and defaults. */
export type Settings = Static<typeof Settings>

/** Environment variables that stand for a setting, and go before the file. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOST: 'host',
  PORT: 'port',
  LOG_LEVEL: 'logLevel',
  DATABASE_URL: 'database.url',
  ENTREPOT_DATA: 'dataDirectory',
  ENTREPOT_PUBLIC_URL: 'publicUrl',
  ENTREPOT_SECRET: 'secret',
  ENTREPOT_TRUST_PROXY: 'trustProxy',
}
