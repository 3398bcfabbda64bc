import type { SecureContextOptions } from 'node:tls'
import type { Interceptor, Transport } from '../http/message/transport.ts'
import type { Hooks } from '../http/request/hooks.ts'
import type { TraceContextOptions } from '../http/request/trace-context.ts'
import type { GuardOptions } from './guard-options.ts'
import type { RetryOptions } from './retry.ts'

/**
 * The proxy resolves host names for a guarded client. The guard then resolves names only for requests that bypass the proxy (`NO_PROXY`).
 * For all other requests it checks the scheme, the port, the host, and addresses in the URL. Use it with a proxy that refuses private
 * addresses itself, in a network whose DNS does not resolve public names.
 *
 * @example createClient({ guard: true, proxy: url, [proxyIsTrusted]: true })
 */
export const proxyIsTrusted: unique symbol = Symbol('@entrepot/rest proxyIsTrusted')

/**
 * Turns off the verification of server certificates, so that anyone on the network path can read and
 * change everything. For tests. To trust a private certificate authority, set `tls.ca` instead.
 *
 * @example createClient({ [allowInsecureTls]: true })
 */
export const allowInsecureTls: unique symbol = Symbol('@entrepot/rest allowInsecureTls')

/**
 * Lets redirects lead from https to http, where anyone on the network path can read the request.
 *
 * @example createClient({ redirect: { [allowInsecureRedirects]: true } })
 */
export const allowInsecureRedirects: unique symbol = Symbol('@entrepot/rest allowInsecureRedirects')

/**
 * The five timeouts, in milliseconds; `false` turns one off.
 *
 * - `connect`: until the request has a connection. Includes waiting for a free one, DNS, TCP and TLS.
 * - `headers`: from the connection until the headers of the response are complete. Includes sending the body.
 * - `idle`: the longest pause between two pieces of the body.
 * - `attempt`: one attempt with its redirects.
 * - `total`: everything, including retries and their pauses. Always applies.
 *
 * @example { connect: 2_000, total: 60_000 }
 */
export interface Timeouts {
  /**
   * A single request can shorten the client's timeout but not extend it.
   * @default 10_000, because a TCP connection that takes longer rarely succeeds
   */
  readonly connect?: number | false
  /** @default `attempt` */
  readonly headers?: number | false
  /** @default `attempt` */
  readonly idle?: number | false
  /** @default `total` */
  readonly attempt?: number | false
  /** @default 30_000 for `send`, so that no request hangs forever; none for `stream` */
  readonly total?: number | false
}

/** Limits of a response, in bytes. */
export interface Limits {
  /**
   * The body after decompression; `false` for no limit.
   * @default 10 MiB for `send`, which holds the body in memory; none for `stream`, which does not
   */
  readonly bodyBytes?: number | false
  /**
   * All headers together. Set for a client, not for a single request. Over HTTP/2 Node accepts at most 128
   * headers and 64 KiB, whatever is set here.
   * @default 16 KiB, the limit of Node itself
   */
  readonly headerBytes?: number
}

/** Which redirects are followed, and what is sent to the new target. */
export interface RedirectOptions {
  /** Methods whose redirects are followed. @default ['GET', 'HEAD']: a redirect of other methods could repeat their effect */
  readonly methods?: readonly string[]
  /** The most redirects of one request. @default 10, as in Go; browsers follow 20 */
  readonly max?: number
  /**
   * Headers that are sent to another origin, besides `accept`, `accept-encoding`, `accept-language`, `content-type` and `user-agent`. No
   * other header is sent, because any of them may contain a credential.
   * @default []
   */
  readonly keepHeaders?: readonly string[]
  /** Sends the body to another origin after 307 and 308. @default false */
  readonly crossOriginBody?: boolean
  readonly [allowInsecureRedirects]?: boolean
}

/** Client certificates, private certificate authorities and so on, as `tls.connect` of Node takes them. */
export interface TlsOptions
  extends Pick<
    SecureContextOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'crl' | 'ciphers' | 'minVersion' | 'maxVersion'
  > {
  /** The name to expect in the certificate, if it is not the host of the URL. */
  readonly servername?: string
}

/** The pool of connections of a client. */
export interface PoolOptions {
  /** The most connections to one origin at a time; further requests wait. @default 128 */
  readonly connections?: number
  /** How long an idle connection is kept, in ms. @default 4_000, less than the usual 5 s of servers */
  readonly keepAliveMs?: number
  /**
   * Maximum for an idle connection if the server requests a longer time. @default 25_000: middleboxes drop idle connections after about 30
   * s, and a dropped connection fails the next request
   */
  readonly keepAliveMaxMs?: number
}

/** Options of a single request. Each overrides the same option of the client. */
export interface SendOptions {
  /** Ends the request with an `AbortedError`. Any number of requests may share it. */
  readonly signal?: AbortSignal | undefined
  /** A number is the total. Timeouts that are not given keep the client's setting. */
  readonly timeout?: number | false | Timeouts | undefined
  /** See {@link ClientOptions.retry}. With `false` the request is sent once, whatever happens. */
  readonly retry?: RetryOptions | false | undefined
  readonly redirect?: RedirectMode | RedirectOptions | undefined
  readonly limits?: Pick<Limits, 'bodyBytes'> | undefined
  readonly decompress?: boolean | undefined
  /**
   * Sends an `idempotency-key` header, the same in every attempt; `true` generates one (a UUID). `retry` then repeats the request with any
   * method, and relies on the server to honour the key.
   */
  readonly idempotencyKey?: true | string | undefined
  /** For this request, in front of those of the client. See {@link Interceptor}. @default none */
  readonly interceptors?: readonly Interceptor[] | undefined
}

/** `manual` returns the 3xx response to the caller, `error` throws a `RedirectError`. */
export type RedirectMode = 'manual' | 'error'

/** Options of a client. */
export interface ClientOptions {
  /** Headers for every request that does not set them itself. They are not sent to other origins after a redirect. */
  readonly headers?: Readonly<Record<string, string>>
  /** `false` sends none. @default 'entrepot-rest/<version>', since some servers require one */
  readonly userAgent?: string | false
  readonly timeout?: number | false | Timeouts
  /**
   * When requests are retried. Without it, there is one replay only: if the server resets a reused connection before the first byte of a
   * response, a GET, HEAD or OPTIONS is sent once more without a pause, because servers close idle connections at any time. The replay does
   * not count as an attempt. `false` disables it: every request is then sent once.
   * @default no retries, because a client must not repeat requests without being asked to
   */
  readonly retry?: RetryOptions | false
  /** @default { methods: ['GET', 'HEAD'], max: 10 } */
  readonly redirect?: RedirectMode | RedirectOptions
  readonly limits?: Limits
  /**
   * Accepts gzip, br and zstd and decompresses responses of every status. A request with a `range` header
   * accepts none of them, since a part cannot be decompressed.
   * @default true
   */
  readonly decompress?: boolean
  /**
   * Refuses addresses that are not public, for URLs that other people supply. Also changes these defaults: https only, port 443 only,
   * redirects not followed, 64 KiB, 5 s. Set an option to override its default.
   * @default false
   */
  readonly guard?: boolean | GuardOptions
  /**
   * A URL, or `'env'`: reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY when the client is created. Without HTTPS_PROXY, https uses HTTP_PROXY.
   * With `guard`, the target is checked before it is sent to the proxy. `servername` and the client certificate in `tls` apply to target
   * servers only; the other fields also apply to an https proxy.
   * @default false
   */
  readonly proxy?: 'env' | (string & {}) | URL | false
  readonly tls?: TlsOptions
  /** Offers HTTP/2. @default false, since one broken HTTP/2 connection fails all requests on it */
  readonly http2?: boolean
  readonly pool?: PoolOptions
  /** Called in order. See {@link Hooks}. */
  readonly hooks?: Hooks | readonly Hooks[]
  /** Between the client and its transport, in this order. See {@link Interceptor}. @default none */
  readonly interceptors?: readonly Interceptor[]
  /** Sends W3C trace context to the listed origins. */
  readonly traceContext?: TraceContextOptions
  /** Replaces undici, for tests and other engines. Cannot be combined with guard, proxy, tls, pool and http2. */
  readonly transport?: Transport
  readonly [proxyIsTrusted]?: boolean
  readonly [allowInsecureTls]?: boolean
}
