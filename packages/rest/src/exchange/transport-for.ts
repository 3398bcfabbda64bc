import { createSecureContext } from 'node:tls'
import { InvalidRequestError } from '../http/errors/request-errors.ts'
import type { Transport } from '../http/message/transport.ts'
import { checkedTargets } from '../network/guard/checked-targets.ts'
import { GuardPolicy } from '../network/guard/guard-policy.ts'
import { guardedConnector } from '../network/guard/guarded-connector.ts'
import { type ConnectorSettings, plainConnector } from '../network/transport/connector.ts'
import { proxiesOf } from '../network/transport/proxies.ts'
import { UndiciTransport } from '../network/transport/undici-transport.ts'
import { invalidOption } from '../settings/invalid-option.ts'
import {
  allowInsecureTls,
  type ClientOptions,
  proxyIsTrusted,
  type TlsOptions,
} from '../settings/options.ts'
import type { Settings } from '../settings/settings.ts'

const DEFAULT_CONNECTIONS = 128
const DEFAULT_KEEP_ALIVE_MS = 4_000
const DEFAULT_KEEP_ALIVE_MAX_MS = 25_000

/** Options that only the built-in transport understands. */
const TRANSPORT_OPTIONS = ['guard', 'proxy', 'tls', 'pool', 'http2'] as const

/**
 * The transport for these options. Every client has its own, so a guarded client never shares a connection
 * with another.
 *
 * @throws InvalidRequestError for options that exclude each other.
 */
export function transportFor(options: ClientOptions, settings: Settings): Transport {
  if (options.transport !== undefined) {
    const excluded = TRANSPORT_OPTIONS.find((name) => options[name])
    if (excluded !== undefined)
      throw invalidOption(excluded, 'cannot be combined with the option transport')
    return options.transport
  }
  const proxies = proxiesOf(options)
  const connect = connectorSettings(options, settings)
  const policy = policyOf(options)
  return new UndiciTransport({
    ...connect,
    connections: positive('pool.connections', options.pool?.connections) ?? DEFAULT_CONNECTIONS,
    keepAliveMs: positive('pool.keepAliveMs', options.pool?.keepAliveMs) ?? DEFAULT_KEEP_ALIVE_MS,
    keepAliveMaxMs:
      positive('pool.keepAliveMaxMs', options.pool?.keepAliveMaxMs) ?? DEFAULT_KEEP_ALIVE_MAX_MS,
    headerBytes: settings.headerBytes,
    connector: policy ? guardedConnector(policy, connect) : plainConnector(connect),
    proxies,
    checkProxied: policy && checkedTargets(policy, !options[proxyIsTrusted]),
  })
}

function policyOf({ guard }: ClientOptions): GuardPolicy | undefined {
  return guard ? new GuardPolicy(guard === true ? {} : guard) : undefined
}

function connectorSettings(options: ClientOptions, settings: Settings): ConnectorSettings {
  return {
    connectMs: settings.clocks.connect,
    tls: options.tls === undefined ? {} : checkedTls(options.tls),
    insecureTls: options[allowInsecureTls] ?? false,
    http2: options.http2 ?? false,
  }
}

/** Finds errors when the client is created, such as a key that does not belong to its certificate. */
function checkedTls(tls: TlsOptions): TlsOptions {
  const { servername } = tls
  if (servername !== undefined && typeof servername !== 'string') {
    throw invalidOption('tls.servername', 'must be a string')
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
  throw invalidOption(field, 'must be a positive whole number')
}
