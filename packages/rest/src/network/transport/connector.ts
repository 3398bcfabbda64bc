import type { buildConnector as BuildConnector } from 'undici'
import type { TlsOptions } from '../../settings/options.ts'
import { buildConnector } from './undici.ts'

/** Settings of the connector of an unguarded client. */
export interface ConnectorSettings {
  readonly connectMs: number
  readonly tls: TlsOptions
  readonly insecureTls: boolean
  readonly http2: boolean
}

/** The longest delay before the next address of RFC 8305, section 5. */
const MAX_ADDRESS_MS = 2_000

/**
 * How long one address of a name with several may take, in milliseconds. Node tries them one after the other, and drops an address that
 * has not answered in time; its default of 250 ms is shorter than many a handshake. At least two have to fit into the connect timeout.
 */
export function addressTimeoutMs(connectMs: number): number {
  return Math.max(10, Math.ceil(Math.min(MAX_ADDRESS_MS, connectMs / 2)))
}

/** Converts our TLS options to those of undici. */
export function tlsConnectOptions(settings: ConnectorSettings): BuildConnector.BuildOptions {
  const { connectMs, tls, insecureTls, http2 } = settings
  return {
    ...tls,
    ...(insecureTls ? { rejectUnauthorized: false } : {}),
    allowH2: http2,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs(connectMs),
    timeout: Number.isFinite(connectMs) ? connectMs : 0,
  }
}

/**
 * The TLS options for a proxy: what is trusted, but neither the server name nor the client certificate, which
 * are meant for the server.
 */
export function proxyTlsOptions(settings: ConnectorSettings): BuildConnector.BuildOptions {
  const {
    servername: _name,
    cert: _cert,
    key: _key,
    passphrase: _word,
    pfx: _pfx,
    ...tls
  } = settings.tls
  return tlsConnectOptions({ ...settings, tls })
}

/** The connector of undici with our TLS options, for clients without guard. */
export function plainConnector(settings: ConnectorSettings): BuildConnector.connector {
  return buildConnector(tlsConnectOptions(settings))
}
