import { type LookupAddress, lookup } from 'node:dns'
import { isIP, isIPv6 } from 'node:net'
import { promisify } from 'node:util'
import { BlockedAddressError } from '../errors/transport-errors.ts'
import { Semaphore } from '../semaphore.ts'
import { invalidOption } from '../settings.ts'
import { allowPrivateAddresses, type GuardOptions, type Resolve } from './guard-options.ts'
import { isPublicAddress } from './public-address.ts'

const systemLookup = promisify(lookup)
const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/** Where a connection is about to be opened to. */
export interface Target {
  readonly protocol: string
  readonly hostname: string
  /** Empty for the default port of the scheme. */
  readonly port: string
}

/** Decides which targets and addresses a guarded client may reach. Opens nothing itself. */
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
   * The addresses that may be connected to for a target, in the order of DNS; at least one. A lookup
   * whose turn comes when it is no longer `wanted` is skipped: slow names that were given up must not
   * keep those behind them waiting.
   *
   * @throws BlockedAddressError when scheme, port, host or all addresses are refused.
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

  /** True when a connection may lead to this IP address. */
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

/** A host of the list as URLs spell it, in whatever way it was written. */
function listedHost(text: string): string {
  const host = isIPv6(text) ? `[${text}]` : text
  const url = URL.parse(`https://${host}`)
  // Anything else than a host would never match, or match another one.
  if (url !== null && url.href === `https://${url.host}/` && url.port === '') {
    return comparable(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  }
  throw invalidOption('guard.allowedHosts', 'must hold names or addresses of hosts, nothing more')
}

function comparable(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}
