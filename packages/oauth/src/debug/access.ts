/** Who may use the debug endpoints. Pure. */
import { isLoopback as isLoopbackName } from '../urls.ts'

/** What the options say of the debug endpoints. */
export interface DebugSettings {
  readonly debug: boolean
  /** Addresses that may use them, or prefixes that end in `.`. */
  readonly debugAllowedIps: readonly string[]
}

/** Why a request is refused, with what to change; undefined when it may pass. */
export interface Refusal {
  readonly message: string
  readonly hint: string
}

/** What is known of where a request comes from. */
export interface Origin {
  /** As Fastify sees it, with its `trustProxy` setting. */
  readonly ip: string
  /** The other end of the socket. */
  readonly peer: string | undefined
  /** The header `Host`, as the browser sent it. */
  readonly host: string | undefined
  /** A proxy has added `Forwarded` or `X-Forwarded-For`. */
  readonly isForwarded: boolean
}

/**
 * Judges a request by its address. A request that came through a proxy which Fastify was not told to trust is refused: its
 * address is the proxy's, and that would let everybody pass for local. So is one that a proxy says came from this machine:
 * with `trustProxy: true` Fastify takes whatever address the client wrote into the header. So is one for another name than this
 * machine's: a website whose name was made to lead here would be read by its own scripts (DNS rebinding).
 *
 * @param allowed exact addresses, or prefixes that end in `.`
 */
export function refuseAccess(origin: Origin, allowed: readonly string[]): Refusal | undefined {
  const { ip, peer, isForwarded } = origin
  if (isForwarded && (plain(ip) === plain(peer ?? '') || isLoopback(ip))) {
    return {
      message: 'The request came through a proxy that the application does not trust.',
      hint: "Set Fastify's trustProxy to the address of the proxy.",
    }
  }
  if (!isLoopbackHost(origin.host)) {
    return {
      message: 'Debug endpoints answer under the name of this machine only.',
      hint: 'Open them at localhost, 127.0.0.1 or [::1], with a tunnel if the application runs elsewhere.',
    }
  }
  const address = plain(ip)
  const isAllowed = allowed.some((one) =>
    one.endsWith('.') ? address.startsWith(one) : address === plain(one),
  )
  if (isAllowed) return undefined
  return {
    message: `Debug endpoints are not open to ${address}.`,
    hint: 'Add the address to debugAllowedIps.',
  }
}

function isLoopbackHost(host = ''): boolean {
  return isLoopbackName(host.toLowerCase().replace(/:\d+$/, ''))
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || plain(ip).startsWith('127.')
}

/** IPv4 addresses arrive as `::ffff:127.0.0.1` on sockets that serve both families. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
