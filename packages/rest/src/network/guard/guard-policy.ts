import { type LookupAddress, lookup } from 'node:dns'
import { isIP, isIPv6 } from 'node:net'
import { promisify } from 'node:util'
import { BlockedAddressError } from '../../http/errors/transport-errors.ts'
import { Semaphore } from '../../semaphore.ts'
import {
  allowPrivateAddresses,
  type GuardOptions,
  type Resolve,
} from '../../settings/guard-options.ts'
import { invalidOption } from '../../settings/invalid-option.ts'
import { isPublicAddress } from './public-address.ts'

const systemLookup = promisify(lookup)
const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/** The target of a connection. */
export interface Target {
  readonly protocol: string
  readonly hostname: string
  /** Empty for the default port of the scheme. */
  readonly port: string
}

/** Decides to which targets and addresses a guarded client may connect. Does not connect itself. */
export class GuardPolicy {
  readonly #protocols: ReadonlySet<string>
  readonly #ports: ReadonlySet<number>
  readonly #hosts: ReadonlySet<string> | undefined
  readonly #rejectMixed: boolean
  readonly #allowPrivate: boolean
  readonly #resolve: Resolve
  readonly #lookups: Semaphore

  constructor(options: GuardOptions) {
    const protocols = options.protocols ?? ['https:']
    this.#protocols = new Set(protocols)
    const ports = protocols.includes('http:') ? [443, 80] : [443]
    this.#ports = new Set(options.allowedPorts ?? ports)
    this.#hosts = options.allowedHosts && new Set(options.allowedHosts.map(listedHost))
    this.#rejectMixed = options.rejectMixed ?? false
    this.#allowPrivate = options[allowPrivateAddresses] ?? false
    this.#resolve = options.resolve ?? systemResolve
    this.#lookups = new Semaphore(options.maxConcurrentLookups ?? 2)
  }

  /**
   * Returns the allowed addresses of a target, at least one, in the order of DNS. A queued lookup is skipped if `wanted` returns false at
   * its turn, so that slow lookups do not delay later ones.
   *
   * @throws BlockedAddressError if the scheme, the port, the host or all addresses are refused.
   */
  async addressesFor(
    target: Target,
    wanted: () => boolean = () => true,
  ): Promise<readonly LookupAddress[]> {
    this.#checkTarget(target)
    const family = isIP(target.hostname)
    const addresses =
      family === 0
        ? await this.#lookups.run(async () => (wanted() ? this.#resolve(target.hostname) : []))
        : [{ address: target.hostname, family }]
    const allowed = addresses.filter(({ address }) => this.allows(address))
    const refused = addresses.find(({ address }) => !this.allows(address))
    if (refused !== undefined && (allowed.length === 0 || this.#rejectMixed)) {
      throw blocked(refused.address, 'is not a public address')
    }
    if (allowed.length === 0) throw blocked(target.hostname, 'has no address')
    return allowed
  }

  /**
   * Checks a target without resolving its name.
   *
   * @throws BlockedAddressError if the scheme, the port or the host is refused, or the host is a refused address.
   */
  checkWithoutLookup(target: Target): void {
    this.#checkTarget(target)
    if (isIP(target.hostname) === 0 || this.allows(target.hostname)) return
    throw blocked(target.hostname, 'is not a public address')
  }

  /** True if a connection to this IP address is allowed. */
  allows(address: string): boolean {
    return this.#allowPrivate || isPublicAddress(address)
  }

  #checkTarget({ protocol, hostname, port }: Target): void {
    if (!this.#protocols.has(protocol)) throw blocked(protocol, 'is not an allowed scheme')
    const portNumber = port === '' ? defaultPort(protocol) : Number(port)
    if (!this.#ports.has(portNumber)) throw blocked(String(portNumber), 'is not an allowed port')
    if (this.#hosts !== undefined && !this.#hosts.has(comparable(hostname))) {
      throw blocked(hostname, 'is not an allowed host')
    }
  }
}

/** The error of a refused address or target. */
export function blocked(address: string, problem: string): BlockedAddressError {
  return new BlockedAddressError(`blocked by the guard: ${address} ${problem}`, { address })
}

function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80
}

/** Normalizes an entry of `allowedHosts` to the form that hosts have in URLs. */
function listedHost(text: string): string {
  const host = isIPv6(text) ? `[${text}]` : text
  const url = URL.parse(`https://${host}`)
  // Anything but a host would never match, or would match another host.
  if (url !== null && url.href === `https://${url.host}/` && url.port === '') {
    return comparable(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  }
  throw invalidOption(
    'guard.allowedHosts',
    'must contain host names or addresses without scheme, port and path',
  )
}

function comparable(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}
