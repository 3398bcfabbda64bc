import { createSecureContext } from 'node:tls'
import { InvalidRequestError } from './errors/request-errors.ts'
import { GuardPolicy } from './guard/guard-policy.ts'
import { guardedConnector } from './guard/guarded-connector.ts'
import { allowInsecureTls, type ClientOptions, proxyIsTrusted, type TlsOptions } from './options.ts'
import { proxiesOf } from './proxies.ts'
import { invalidOption, resolveSettings, type Settings } from './settings.ts'
import { type ConnectorSettings, plainConnector } from './transport/connector.ts'
import type { Transport } from './transport/transport.ts'
import { UndiciTransport } from './transport/undici-transport.ts'

const defaultConnections = 128
const defaultKeepAliveMs = 4_000
const defaultKeepAliveMaxMs = 25_000

/** Options that only the built-in transport understands. */
const transportOptions = ['guard', 'proxy', 'tls', 'pool', 'http2'] as const

/**
 * The transport that a client with these options has, to be wrapped (by a recorder) and given to a
 * client as its `transport`. Only `guard`, `proxy`, `tls`, `pool`, `http2`, `timeout.connect` and
 * `limits.headerBytes` matter.
 *
 * @throws InvalidRequestError for options that are out of range or exclude each other.
 * @example createClient({ transport: recordingTransport(createTransport()) })
 */
export function createTransport(options: ClientOptions = {}): Transport {
  return transportFor(options, resolveSettings(options))
}

/**
 * The transport that the options ask for. Every client has its own: a guarded client never shares a
 * connection with another.
 *
 * @throws InvalidRequestError for options that exclude each other.
 */
export function transportFor(options: ClientOptions, settings: Settings): Transport {
  if (options.transport !== undefined) {
    const excluded = transportOptions.find((name) => options[name])
    if (excluded !== undefined) throw invalidOption(excluded, 'has no effect on a given transport')
    return options.transport
  }
  const proxies = proxiesOf(options)
  if (proxies !== undefined && options.guard && !options[proxyIsTrusted]) {
    throw invalidOption('proxy', 'hides addresses from the guard; see proxyIsTrusted')
  }
  const connect = connectorSettings(options, settings)
  return new UndiciTransport({
    ...connect,
    connections: positive('pool.connections', options.pool?.connections) ?? defaultConnections,
    keepAliveMs: positive('pool.keepAliveMs', options.pool?.keepAliveMs) ?? defaultKeepAliveMs,
    keepAliveMaxMs:
      positive('pool.keepAliveMaxMs', options.pool?.keepAliveMaxMs) ?? defaultKeepAliveMaxMs,
    headerBytes: settings.headerBytes,
    connector: connectorOf(options, connect),
    proxies,
  })
}

function connectorOf(options: ClientOptions, settings: ConnectorSettings) {
  const { guard } = options
  if (!guard) return plainConnector(settings)
  return guardedConnector(new GuardPolicy(guard === true ? {} : guard), settings)
}

function connectorSettings(options: ClientOptions, settings: Settings): ConnectorSettings {
  return {
    connectMs: settings.clocks.connect,
    tls: options.tls === undefined ? {} : checkedTls(options.tls),
    insecureTls: options[allowInsecureTls] ?? false,
    http2: options.http2 ?? false,
  }
}

/** Found now, not with the first request: a key that does not belong to its certificate, say. */
function checkedTls(tls: TlsOptions): TlsOptions {
  const { servername } = tls
  if (servername !== undefined && typeof servername !== 'string') {
    throw invalidOption('tls.servername', 'must be text')
  }
  try {
    createSecureContext(tls)
    return tls
  } catch (cause) {
    const message = `option tls cannot be used: ${(cause as Error).message}`
    throw new InvalidRequestError(message, { field: 'tls', cause })
  }
}

function positive(field: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return value
  throw invalidOption(field, 'must be a positive integer')
}
