import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { maxDelayMs } from '../clock.ts'
import { type ConnectorSettings, tlsConnectOptions } from '../transport/connector.ts'
import { blocked, type GuardPolicy } from './guard-policy.ts'

/** The connection did not come about in time. The code is undici's, so that one place classifies it. */
class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
}

/**
 * A connector for undici that opens connections only to addresses that the policy allows:
 *
 * 1. the name is resolved here, once, and every address is judged; literals are judged as they are;
 * 2. TCP is opened to those very addresses: Node's own lookup is replaced by their list, so that a
 *    name cannot change its answer between check and use (DNS rebinding);
 * 3. the address of the open socket is judged again, before a byte is written;
 * 4. for https the open socket is handed to undici for the handshake, with the name of the URL.
 *
 * Neither a `lookup` function alone nor Node's `blockList` would do: the first is not asked for
 * literals, the second is ignored by `tls.connect`. `ssrf-guard.test.ts` holds this one to both cases.
 */
export function guardedConnector(
  policy: GuardPolicy,
  settings: ConnectorSettings,
): buildConnector.connector {
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
          // Thrown on, by options that TLS does not take, it would be nobody's to catch.
          socket.destroy()
          callback(error as Error, null)
        }
      },
      (error: Error) => callback(error, null),
    )
  }
}

/** Resolves, judges and connects, all within the time of the connect clock. */
async function openChecked(
  policy: GuardPolicy,
  options: buildConnector.Options,
  connectMs: number,
): Promise<Socket> {
  const deadline = new ConnectDeadline(connectMs)
  try {
    const addresses = await deadline.bound(policy.addressesFor(options, () => !deadline.passed))
    const socket = openTcp(options, addresses)
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

/** One timer over several steps. */
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
        Math.min(connectMs, maxDelayMs),
      )
    })
    // Whoever waits hears of it through `bound`; when nobody waits any more, nobody needs to.
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

function openTcp(options: buildConnector.Options, addresses: readonly LookupAddress[]): Socket {
  const { hostname, protocol } = options
  const port = Number(options.port || (protocol === 'https:' ? 443 : 80))
  const lookup = isIP(hostname) === 0 ? { lookup: answerWith(addresses) } : {}
  const socket = connectTcp({ host: hostname, port, autoSelectFamily: true, ...lookup })
  return socket.setNoDelay(true).setKeepAlive(true, keepAliveProbeMs)
}

/** As undici does for connections of its own. */
const keepAliveProbeMs = 60_000

/** A lookup function that knows nothing but the addresses that have been checked. */
function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0]
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}
