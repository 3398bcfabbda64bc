/** The settings of `entrepot.yaml`. A test compares them with the table in docs/reference/configuration.md. */
import { type Static, Type } from 'typebox'
import { CLOSED, TextList } from './schema-parts.ts'
import { SignIn } from './sign-in-schema.ts'

/** Levels of pino, and `silent`. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Requests per minute. */
const PerMinute = (fallback: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: fallback, description })

/** A plugin: its package, and its options, which the plugin checks itself. */
const PluginEntry = Type.Object(
  {
    package: Type.String({
      minLength: 1,
      description:
        'Name of an npm package, or a path that begins with `./`. The hub looks it up from the folder of the file, then among its own dependencies.',
    }),
  },
  { additionalProperties: true },
)

/** The schema of `entrepot.yaml`. */
export const Settings = Type.Object(
  {
    publicUrl: Type.Optional(
      Type.String({
        format: 'origin',
        description:
          'Origin that people open, such as `https://hub.example`. Default: the origin of the `redirectUri` of `@entrepot/oauth`, else the address on which the hub listens.',
      }),
    ),
    host: Type.String({
      format: 'host',
      default: '127.0.0.1',
      description: 'Address to listen on; `0.0.0.0` for all addresses.',
    }),
    port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 8080,
      description: 'Port to listen on; `0` for any free port.',
    }),
    trustProxy: Type.Optional(
      Type.Array(Type.String({ minLength: 1, format: 'proxy' }), {
        description:
          'Proxies whose `X-Forwarded-*` headers the hub trusts: addresses, networks (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`. Default: `loopback` if `publicUrl` is https, else none.',
      }),
    ),
    drainSeconds: Type.Number({
      minimum: 0,
      maximum: 300,
      default: 5,
      description:
        'Seconds for which a hub still serves requests after it was told to stop, while `/health/ready` answers 503. The hub stops at once if this is `0`, or if nobody has called `/health/ready` within the last minute.',
    }),
    logLevel: Type.Unsafe<LogLevel>({
      type: 'string',
      enum: LOG_LEVELS,
      default: 'info',
      description:
        'Lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. `debug` logs each request.',
    }),
    logRequests: Type.Boolean({
      default: false,
      description: 'Logs each request once at `info`: method, path, status and milliseconds.',
    }),
    dataDirectory: Type.String({
      minLength: 1,
      default: '.entrepot',
      description:
        'Folder for the embedded database and its password, the keys of the sample customer, and the generated secret. In the file, a path is relative to the folder of the file.',
    }),
    database: Type.Object(
      {
        url: Type.Optional(
          Type.String({
            format: 'postgres-url',
            description:
              '`postgres://user:password@host:port/database`; with standbys `...@host1:port1,host2:port2/database?target_session_attrs=read-write`. Default: the embedded PostgreSQL.',
          }),
        ),
      },
      { ...CLOSED, default: {}, description: 'The PostgreSQL database.' },
    ),
    cell: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9_000,
        description:
          'Number of this hub among [several](../guides/cells.md), the same on each of its nodes. Customers that are created get numbers of the cell: those of cell 2 begin with 2,000,000,001. Set it before the hub has customers. Default: numbers begin with 1.',
      }),
    ),
    secret: Type.Optional(
      Type.Array(Type.String({ minLength: 32 }), {
        minItems: 1,
        description:
          'At least 32 random characters, the same on every node. Signs session cookies and encrypts stored tokens. With a list, the hub uses the first secret, and still accepts what was signed or encrypted with the others. Default: generated in the data directory. Required in production if plugins are configured.',
      }),
    ),
    limits: Type.Object(
      {
        read: PerMinute(
          120_000,
          'Calls of `/v2` that read, per minute and API key, person or agent; `0` for no limit. All nodes together count.',
        ),
        write: PerMinute(60_000, 'The same for calls that write.'),
        bulk: PerMinute(6_000, 'The same for `POST /products` and `PUT /offers`.'),
        sync: PerMinute(60_000, 'The same for the synchronisation of channels.'),
        unauthenticated: PerMinute(
          600,
          'Calls of `/v2` without valid credentials, per minute and address (IPv6: the first 64 bits); `0` for no limit. Calls with valid credentials from the same address do not count, and are not refused.',
        ),
        signIn: PerMinute(
          1_200,
          'Requests to `/oauth/` and `/passkeys/` (sign-in, registration of clients, tokens), per minute and address; `0` for no limit.',
        ),
      },
      { ...CLOSED, default: {}, description: 'How many requests the hub accepts.' },
    ),
    session: Type.Object(
      {
        idleHours: Type.Number({
          exclusiveMinimum: 0,
          maximum: 8_760,
          default: 168,
          description: 'A session ends when it has not been used for this time.',
        }),
        maxHours: Type.Number({
          exclusiveMinimum: 0,
          maximum: 8_760,
          default: 720,
          description: 'Every session ends after this time.',
        }),
      },
      { ...CLOSED, default: {}, description: 'How long people stay signed in.' },
    ),
    signIn: SignIn,
    devIdp: Type.Object(
      {
        enabled: Type.Optional(
          Type.Boolean({
            description:
              'Runs the development identity provider, with sample people and no passwords. Default: true if `@entrepot/oauth` is not configured and the hub is not in production mode.',
          }),
        ),
        port: Type.Integer({
          minimum: 0,
          maximum: 65_535,
          default: 8090,
          description:
            'Port of the development identity provider; it uses another one if this port is taken.',
        }),
      },
      { ...CLOSED, default: {}, description: 'Development identity provider; not for production.' },
    ),
    mcp: Type.Object(
      {
        enabled: Type.Optional(
          Type.Boolean({
            description:
              'Enables the MCP endpoint `/mcp` and the authorization server for MCP clients, whose settings are in the block `mcp` of `@entrepot/oauth`. Default: true if the development identity provider runs and only this machine can reach the hub, else false.',
          }),
        ),
        allowedOrigins: TextList(
          'Origins of web pages that may call `/mcp`, such as `https://agent.example`; `*` for all. Pages of the hub and of the local machine are always allowed.',
          'page-origin',
        ),
      },
      { ...CLOSED, default: {}, description: 'Tools for AI agents (Model Context Protocol).' },
    ),
    webhooks: Type.Object(
      {
        enabled: Type.Boolean({
          default: true,
          description:
            'Whether webhooks can be created, and are sent by this hub. Their secrets are encrypted with `secret`, so all hubs on a database need the same one, and a hub in production without `secret` sends no webhooks.',
        }),
        allowHosts: TextList(
          'Hosts of webhooks that may be private, use http and any port, such as `erp.internal` or `localhost:9000`. All other hosts must have public addresses, and use https on port 443 or 8443. A hub in development that listens on loopback also sends to this machine.',
          'named-host',
        ),
      },
      { ...CLOSED, default: {}, description: 'Events that the hub sends to URLs.' },
    ),
    metrics: Type.Object(
      {
        host: Type.String({
          format: 'host',
          default: '127.0.0.1',
          description: 'Address of the listener for metrics.',
        }),
        port: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 65_535,
            description:
              'Port of a separate listener for `/metrics`; `0` chooses a free port. By default there is none.',
          }),
        ),
        token: Type.Optional(
          Type.String({
            minLength: 20,
            description:
              'At least 20 random characters. The hub then serves `/metrics` on its own port too, and both listeners require `Authorization: Bearer` with this token.',
          }),
        ),
      },
      {
        ...CLOSED,
        default: {},
        description: 'Metrics for Prometheus. They are collected if `port` or `token` is set.',
      },
    ),
    rates: Type.Object(
      {
        ecb: Type.Object(
          {
            url: Type.Optional(
              Type.String({
                format: 'fetched-url',
                description:
                  'Address of a file of the euro reference rates: `https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml`, or a copy of it. The hub fetches it when rates can be new, and at most once an hour. Default: no rates are fetched.',
              }),
            ),
            allowPrivate: Type.Boolean({
              default: false,
              description:
                'Lets the address be `http:`, and in a private network, such as a copy of your own.',
            }),
          },
          { ...CLOSED, default: {}, description: 'The European Central Bank.' },
        ),
      },
      { ...CLOSED, default: {}, description: 'Exchange rates for all customers.' },
    ),
    plugins: Type.Record(Type.String(), PluginEntry, {
      propertyNames: { format: 'plugin-name' },
      default: {},
      description:
        'Fastify plugins under names of your choice, registered in this order. Each has `package`, and the options of the plugin.',
    }),
  },
  CLOSED,
)

/** The settings, after substitution and with defaults. */
export type Settings = Static<typeof Settings>

/** Environment variables and their settings. They take precedence over the file. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOST: 'host',
  PORT: 'port',
  LOG_LEVEL: 'logLevel',
  LOG_REQUESTS: 'logRequests',
  DATABASE_URL: 'database.url',
  ENTREPOT_DATA: 'dataDirectory',
  ENTREPOT_CELL: 'cell',
  ENTREPOT_PUBLIC_URL: 'publicUrl',
  ENTREPOT_SECRET: 'secret',
  ENTREPOT_TRUST_PROXY: 'trustProxy',
  ENTREPOT_WEBHOOK_HOSTS: 'webhooks.allowHosts',
  ENTREPOT_METRICS_HOST: 'metrics.host',
  ENTREPOT_METRICS_PORT: 'metrics.port',
  ENTREPOT_METRICS_TOKEN: 'metrics.token',
}
