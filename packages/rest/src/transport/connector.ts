import { buildConnector } from 'undici'
import type { TlsOptions } from '../options.ts'

/** What the connector of an unguarded client needs to know. */
export interface ConnectorSettings {
  readonly connectMs: number
  readonly tls: TlsOptions
  readonly insecureTls: boolean
  readonly http2: boolean
}

/** undici's options for TLS from ours. */
export function tlsConnectOptions(settings: ConnectorSettings): buildConnector.BuildOptions {
  const { connectMs, tls, insecureTls, http2 } = settings
  return {
    ...tls,
    ...(insecureTls ? { rejectUnauthorized: false } : {}),
    allowH2: http2,
    timeout: Number.isFinite(connectMs) ? connectMs : 0,
  }
}

/**
 * undici's options for TLS to a proxy: what is trusted, but neither the name nor the client certificate,
 * which are meant for the server.
 */
export function proxyTlsOptions(settings: ConnectorSettings): buildConnector.BuildOptions {
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

/** The connector for ordinary clients: undici's own, with our TLS options. */
export function plainConnector(settings: ConnectorSettings): buildConnector.connector {
  return buildConnector(tlsConnectOptions(settings))
}
