/** Who may use the debug endpoints. Pure. */
import { isLoopback as isLoopbackName } from '../shared/urls.ts'

/** The options of the debug endpoints. */
export interface DebugSettings {
  readonly debug: boolean
  /** Addresses that may use them, or prefixes that end in `.`. */
  readonly debugAllowedIps: readonly string[]
}

/** Why a request is refused and what to change; undefined if it is allowed. */
export interface Refusal {
  readonly message: string
  readonly hint: string
}

/** Where a request comes from. */
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
 * Decides by the address of a request. Three kinds of requests are refused. A request through a proxy that Fastify does not trust
 * has the address of the proxy, so everybody would count as local. If a proxy says that a request came from this machine, the
 * client may have written that into the header, which Fastify accepts with `trustProxy: true`. A request for another host name
 * than those of this machine may come from a website whose name resolves to this machine (DNS rebinding).
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
