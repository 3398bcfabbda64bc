import type { SecureContextOptions } from 'node:tls'
import type { GuardOptions } from './guard/guard-options.ts'
import type { Hooks } from './hooks.ts'
import type { RetryOptions } from './retry.ts'
import type { TraceContextOptions } from './trace-context.ts'
import type { Transport } from './transport/transport.ts'

/**
 * Lets a guarded client use a proxy. The guard then sees only what goes past the proxy (`NO_PROXY`):
 * everything else is resolved and reached by the proxy. For proxies that check targets themselves.
 *
 * @example createClient({ guard: true, proxy: url, [proxyIsTrusted]: true })
 */
export const proxyIsTrusted: unique symbol = Symbol('@entrepot/rest proxyIsTrusted')

/**
 * Turns off the check of server certificates. Anyone on the path can then read and change
 * everything. For tests; to trust a private authority give `tls.ca` instead.
 *
 * @example createClient({ [allowInsecureTls]: true })
 */
export const allowInsecureTls: unique symbol = Symbol('@entrepot/rest allowInsecureTls')

/**
 * Lets redirects lead from https to http, where everything is readable on the way.
 *
 * @example createClient({ redirect: { [allowInsecureRedirects]: true } })
 */
export const allowInsecureRedirects: unique symbol = Symbol('@entrepot/rest allowInsecureRedirects')

/**
 * The five clocks, in milliseconds; `false` switches one off. Each starts where its phase starts:
 *
 * - `connect`: until the request has a connection; waiting for a free one, DNS, TCP and TLS included.
 * - `headers`: from then until the headers of the response are complete. Includes sending the body.
 * - `idle`: the longest pause between two pieces of the body.
 * - `attempt`: one try, with its redirects.
 * - `total`: everything, retries and their pauses included. Always wins.
 *
 * @example { connect: 2_000, total: 60_000 }
 */
export interface Timeouts {
  /**
   * A single request can shorten the client's, not extend it.
   * @default 10_000, since a TCP connection that takes longer rarely comes at all
   */
  readonly connect?: number | false
  /** @default `attempt` */
  readonly headers?: number | false
  /** @default `attempt` */
  readonly idle?: number | false
  /** @default `total` */
  readonly attempt?: number | false
  /** @default 30_000 for `send`: a hang must end by itself. None for `stream`, see there. */
  readonly total?: number | false
}

/** Bounds on a response, in bytes. */
export interface Limits {
  /**
   * Decoded bytes of the body; `false` for none.
   * @default 10 MiB for `send`, which holds the body in memory; none for `stream`, which does not
   */
  readonly bodyBytes?: number | false
  /**
   * All headers together. Fixed for a client, not to be changed for a single request. Over HTTP/2 Node
   * itself takes no more than 128 headers and 64 KiB, whatever is set here.
   * @default 16 KiB, Node's own bound
   */
  readonly headerBytes?: number
}

/** Which redirects are followed, and what goes along. See {@link ClientOptions.redirect}. */
export interface RedirectOptions {
  /** @default ['GET', 'HEAD']: following others repeats or changes what they do */
  readonly methods?: readonly string[]
  /** @default 10, as browsers and Go do within a factor of two */
  readonly max?: number
  /**
   * Headers that may follow to another origin besides `accept`, `accept-encoding`,
   * `accept-language`, `content-type` and `user-agent`. Credentials are known to the caller only, so
   * everything else stays behind.
   * @default []
   */
  readonly keepHeaders?: readonly string[]
  /** Lets 307 and 308 carry the body to another origin. @default false */
  readonly crossOriginBody?: boolean
  readonly [allowInsecureRedirects]?: boolean
}

/** Client certificates, private authorities and the like: what Node's `tls.connect` takes. */
export interface TlsOptions
  extends Pick<
    SecureContextOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'crl' | 'ciphers' | 'minVersion' | 'maxVersion'
  > {
  /** The name to expect in the certificate, when it is not the host of the URL. */
  readonly servername?: string
}

/** The pool of connections. Fixed for a client. */
export interface PoolOptions {
  /** Connections to one origin at a time; more requests wait. @default 128 */
  readonly connections?: number
  /** How long an idle connection is kept, in ms. @default 4_000, less than servers' usual 5 s */
  readonly keepAliveMs?: number
  /**
   * Upper bound when the server asks for longer. @default 25_000: middleboxes drop idle connections
   * from about 30 s on, and a dropped connection fails the next request
   */
  readonly keepAliveMaxMs?: number
}

/** Options of a single request. Each overrides that of the client. */
export interface SendOptions {
  /** Ends the request with an `AbortedError`. May be shared by any number of requests. */
  readonly signal?: AbortSignal | undefined
  /** A number is the total. Clocks that are left out keep the client's setting. */
  readonly timeout?: number | false | Timeouts | undefined
  /** See {@link ClientOptions.retry}. `false` also ends the replay that happens without it. */
  readonly retry?: RetryOptions | false | undefined
  readonly redirect?: RedirectMode | RedirectOptions | undefined
  readonly limits?: Pick<Limits, 'bodyBytes'> | undefined
  readonly decompress?: boolean | undefined
  /**
   * Sends an `idempotency-key` header, the same in every try; `true` makes one up (a UUID). The
   * request may then be retried whatever its method: the server is trusted to honour the key.
   */
  readonly idempotencyKey?: true | string | undefined
}

/** `manual` gives the 3xx response to the caller, `error` throws a `RedirectError`. */
export type RedirectMode = 'manual' | 'error'

/** Options of a client. Every default can be changed; each stands with its reason. */
export interface ClientOptions {
  /** Sent with every request that does not have them. Stay behind on redirects to other origins. */
  readonly headers?: Readonly<Record<string, string>>
  /** @default 'entrepot-rest/<version>'; some servers refuse requests without; `false` sends none */
  readonly userAgent?: string | false
  readonly timeout?: number | false | Timeouts
  /**
   * When requests are sent again. If it is not set, this happens in one case only: a GET, HEAD or OPTIONS
   * on a kept connection that the server resets before the first byte of a response is sent once more,
   * at once, since servers close idle connections at any time. That replay is not counted as an attempt.
   * `false` ends it: every request is then sent once.
   * @default no retries: a client must not repeat requests unasked
   */
  readonly retry?: RetryOptions | false
  /** @default { methods: ['GET', 'HEAD'], max: 10 } */
  readonly redirect?: RedirectMode | RedirectOptions
  readonly limits?: Limits
  /**
   * Asks for gzip, br and zstd and decodes what comes, whatever the status. A request with a `range`
   * asks for no coding, since a part cannot be decoded.
   * @default true
   */
  readonly decompress?: boolean
  /**
   * Refuses addresses that are not public, for URLs that others supply. `true` also means: https
   * only, port 443 only, redirects not followed, 64 KiB, 5 s. Each of these stays until it is set.
   * @default false
   */
  readonly guard?: boolean | GuardOptions
  /**
   * `'env'` reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY when the client is made; https goes through
   * HTTP_PROXY where HTTPS_PROXY is not set. Of `tls`, the name and the client certificate are for
   * servers only, the rest also for a proxy that is spoken to over https.
   * @default false: never by surprise
   */
  readonly proxy?: 'env' | (string & {}) | URL | false
  readonly tls?: TlsOptions
  /** Offers HTTP/2. @default false: one broken HTTP/2 connection fails all requests on it */
  readonly http2?: boolean
  readonly pool?: PoolOptions
  /** Called in order. See {@link Hooks}. */
  readonly hooks?: Hooks | readonly Hooks[]
  /** Passes on W3C trace context, to the origins listed and no others. */
  readonly traceContext?: TraceContextOptions
  /** Replaces undici: for tests and other engines. Excludes guard, proxy, tls, pool and http2. */
  readonly transport?: Transport
  readonly [proxyIsTrusted]?: boolean
  readonly [allowInsecureTls]?: boolean
}
