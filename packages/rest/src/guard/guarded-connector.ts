import type { LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
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
 * literals, the second is ignored by `tls.connect`. `ssrf-guard.test.ts` holds the proof.
 */
export function guardedConnector(
  policy: GuardPolicy,
  settings: ConnectorSettings,
): buildConnector.connector {
  const secure = buildConnector(tlsConnectOptions(settings))
  return (options, callback) => {
    openChecked(policy, options, settings.connectMs).then(
      (socket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

async function openChecked(
  policy: GuardPolicy,
  options: buildConnector.Options,
  connectMs: number,
): Promise<Socket> {
  const addresses = await policy.addressesFor(options)
  const socket = await openTcp(options, addresses, connectMs)
  const { remoteAddress } = socket
  if (remoteAddress !== undefined && policy.allows(remoteAddress)) return socket
  socket.destroy()
  throw blocked(remoteAddress ?? options.hostname, 'is not a public address')
}

function openTcp(
  options: buildConnector.Options,
  addresses: readonly LookupAddress[],
  connectMs: number,
): Promise<Socket> {
  const { hostname, protocol } = options
  const port = Number(options.port || (protocol === 'https:' ? 443 : 80))
  return new Promise((resolve, reject) => {
    const lookup = isIP(hostname) === 0 ? { lookup: answerWith(addresses) } : {}
    const socket = connectTcp({ host: hostname, port, autoSelectFamily: true, ...lookup })
    socket.setNoDelay(true).setKeepAlive(true, 60_000)
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), timerDelay(connectMs))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('error', reject)
  })
}

function timerDelay(connectMs: number): number {
  return Math.min(connectMs, 2 ** 31 - 1)
}

/** A lookup function that knows nothing but the addresses that have been checked. */
function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0]
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}
