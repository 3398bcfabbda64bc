import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector as BuildConnector } from 'undici'
import { MAX_DELAY_MS } from '../../settings/clock.ts'
import {
  addressTimeoutMs,
  type ConnectorSettings,
  tlsConnectOptions,
} from '../transport/connector.ts'
import { buildConnector } from '../transport/undici.ts'
import { blocked, type GuardPolicy } from './guard-policy.ts'

/** The connection was not open in time. Has the code that undici uses, so that one place classifies both. */
class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
}

/**
 * A connector for undici that connects only to addresses that the policy allows:
 *
 * 1. It resolves the name once and checks every address. Address literals are checked directly.
 * 2. It opens TCP to exactly these addresses: their list replaces Node's lookup, so a name cannot change its
 *    answer between check and use (DNS rebinding).
 * 3. It checks the address of the open socket again, before a byte is written.
 * 4. For https it passes the open socket to undici for the TLS handshake, with the host of the URL.
 *
 * A `lookup` function alone does not suffice, since Node does not call it for literals; neither does Node's
 * `blockList`, which `tls.connect` ignores. `ssrf-guard.test.ts` tests both cases.
 */
export function guardedConnector(
  policy: GuardPolicy,
  settings: ConnectorSettings,
): BuildConnector.connector {
  const secure = buildConnector(tlsConnectOptions(settings))
  return (options, callback) => {
    openChecked(policy, options, settings.connectMs).then(
      (socket) => {
        if (options.protocol !== 'https:') {
          callback(null, socket)
          return
        }
        try {
          secure({ ...options, httpSocket: socket }, callback)
        } catch (error) {
          // TLS throws for invalid options. Here nobody would catch the error.
          socket.destroy()
          callback(error as Error, null)
        }
      },
      (error: Error) => callback(error, null),
    )
  }
}

/** Resolves, checks and connects within the connect timeout. */
async function openChecked(
  policy: GuardPolicy,
  options: BuildConnector.Options,
  connectMs: number,
): Promise<Socket> {
  const deadline = new ConnectDeadline(connectMs)
  try {
    const addresses = await deadline.bound(policy.addressesFor(options, () => !deadline.passed))
    const socket = openTcp(options, addresses, addressTimeoutMs(connectMs))
    deadline.destroys(socket)
    await deadline.bound(once(socket, 'connect'))
    const { remoteAddress } = socket
    if (remoteAddress !== undefined && policy.allows(remoteAddress)) return socket
    socket.destroy()
    throw blocked(remoteAddress ?? options.hostname, 'is not a public address')
  } finally {
    deadline.clear()
  }
}

/** One timeout for several steps. */
class ConnectDeadline {
  readonly #expired: Promise<never>
  #timer: NodeJS.Timeout | undefined
  #passed = false
  #socket: Socket | undefined

  constructor(connectMs: number) {
    this.#expired = new Promise((_resolve, reject) => {
      if (!Number.isFinite(connectMs)) return
      this.#timer = setTimeout(
        () => {
          this.#passed = true
          const error = new ConnectTimeout()
          this.#socket?.destroy(error)
          reject(error)
        },
        Math.min(connectMs, MAX_DELAY_MS),
      )
    })
    // `bound` passes the rejection on. When nobody waits, it must not become an unhandled rejection.
    this.#expired.catch(() => {})
  }

  get passed(): boolean {
    return this.#passed
  }

  bound<T>(step: Promise<T>): Promise<T> {
    return Promise.race([step, this.#expired])
  }

  destroys(socket: Socket): void {
    this.#socket = socket
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}

function openTcp(
  options: BuildConnector.Options,
  addresses: readonly LookupAddress[],
  autoSelectFamilyAttemptTimeout: number,
): Socket {
  const { hostname, protocol } = options
  const port = Number(options.port || (protocol === 'https:' ? 443 : 80))
  const lookup = isIP(hostname) === 0 ? { lookup: answerWith(addresses) } : {}
  const families = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout }
  const socket = connectTcp({ host: hostname, port, ...families, ...lookup })
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_PROBE_MS)
}

/** The same value as for connections that undici opens. */
const KEEP_ALIVE_PROBE_MS = 60_000

/** A lookup function that returns only the addresses that have been checked. */
function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0]
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}
