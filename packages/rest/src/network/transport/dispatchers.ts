import type { buildConnector, Dispatcher } from 'undici'
import { type ConnectorSettings, proxyTlsOptions, tlsConnectOptions } from './connector.ts'
import type { Proxies } from './proxies.ts'
import { Agent, connect as connectMethod, Pool, ProxyAgent } from './undici.ts'

/** Settings of the pools of connections. See {@link PoolOptions}. */
export interface DispatcherSettings extends ConnectorSettings {
  readonly connections: number
  readonly keepAliveMs: number
  readonly keepAliveMaxMs: number
  readonly headerBytes: number
  readonly proxies: Proxies | undefined
  /** Checks a request before a proxy gets it: that of the guard. */
  readonly checkProxied: Dispatcher.DispatcherComposeInterceptor | undefined
}

/** The dispatchers of a transport: one that connects to servers, and one for each proxy. */
export interface Dispatchers {
  /** Returns the dispatcher for requests to an origin. */
  for(origin: string): Dispatcher
  /** Refuses new requests, waits for running ones, then closes all connections. */
  close(): Promise<void>
}

/** Creates the dispatchers. `connect` opens the connections that no proxy opens. */
export function createDispatchers(
  settings: DispatcherSettings,
  connect: buildConnector.connector,
): Dispatchers {
  const { proxies } = settings
  const options = agentOptions(settings, connect)
  const direct = new Agent(options)
  if (proxies === undefined) return { for: () => direct, close: () => direct.close() }
  const agents = new Map<string, Dispatcher>()
  for (const url of [proxies.http, proxies.https]) {
    if (url !== '' && !agents.has(url)) agents.set(url, createProxyAgent(url, settings, options))
  }
  return {
    for(origin) {
      const target = new URL(origin)
      if (proxies.isBypassed(target)) return direct
      const isSecure = target.protocol === 'https:'
      return agents.get((isSecure && proxies.https) || proxies.http) ?? direct
    },
    async close() {
      await Promise.all([direct, ...agents.values()].map((dispatcher) => dispatcher.close()))
    },
  }
}

function agentOptions(settings: DispatcherSettings, connect: buildConnector.connector) {
  const options = {
    connections: settings.connections,
    keepAliveTimeout: settings.keepAliveMs,
    keepAliveMaxTimeout: settings.keepAliveMaxMs,
    maxHeaderSize: settings.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  // The agent itself does not get allowH2: with it, it would compute a key for every request. Every pool gets
  // the options here, since a proxy agent does not pass them on for plain http.
  const allowH2 = settings.http2
  const factory = (origin: string | URL, base: object) =>
    new Pool(origin, { ...options, ...base, allowH2 })
  return { ...options, connect, factory }
}

function createProxyAgent(
  uri: string,
  settings: DispatcherSettings,
  options: ReturnType<typeof agentOptions>,
): Dispatcher {
  const agent = new ProxyAgent({
    ...options,
    uri,
    allowH2: settings.http2,
    requestTls: tlsConnectOptions(settings),
    proxyTls: proxyTlsOptions(settings),
    clientFactory: (origin, base) =>
      Object.assign(new Pool(origin, base), { connect: connectMethod }),
  })
  return settings.checkProxied ? agent.compose(settings.checkProxied) : agent
}
