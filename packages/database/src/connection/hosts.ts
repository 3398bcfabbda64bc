import { DatabaseError, explainNoConnection, messageOf } from '../errors.ts'
import type { Address } from './connection-url.ts'

/**
 * The hosts of a connection URL. New connections go to `current`: the host that worked last. After a failure it is the next one, and
 * after the last host the first one.
 */
export class Hosts {
  #addresses: readonly [Address, ...Address[]]

  constructor(address: Address) {
    this.#addresses = [address, ...address.alternatives]
  }

  get current(): Address {
    return this.#addresses[0]
  }

  get count(): number {
    return this.#addresses.length
  }

  /** Reports a failed connection. Of many connections that fail at once, only the first one changes the host. */
  leave(tried: Address, error: unknown): void {
    if (tried !== this.current) return
    const [, ...others] = this.#addresses
    const [next, ...rest] = others
    if (speaksNoTls(tried, error)) this.#addresses = [{ ...tried, tls: false }, ...others]
    else if (next && isWorthAnotherHost(error)) this.#addresses = [next, ...rest, tried]
  }
}

/** Whether a server without TLS has refused it, although the URL only prefers it. */
export function speaksNoTls(address: Address, error: unknown): boolean {
  return address.tls === 'prefer' && /does not support SSL/.test(messageOf(error))
}

/** Whether another host may succeed. As with libpq, a wrong password or a missing database is final. */
export function isWorthAnotherHost(error: unknown): boolean {
  if (DatabaseError.is(error)) return error.code === 'DATABASE_READ_ONLY'
  const explained = explainNoConnection(error)
  return DatabaseError.is(explained) && explained.code === 'DATABASE_UNREACHABLE'
}

/**
 * The error if no host of a URL could be used, from the errors of the single hosts, of which there is at least one.
 */
export function explainFailedHosts(failures: readonly unknown[]): unknown {
  if (failures.length === 1) return failures[0]
  const areStandbys = failures.every(
    (failure) => DatabaseError.is(failure) && failure.code === 'DATABASE_READ_ONLY',
  )
  return new DatabaseError(
    areStandbys ? 'DATABASE_READ_ONLY' : 'DATABASE_UNREACHABLE',
    `No host of DATABASE_URL can be used. ${failures.map(messageOf).join(' ')}`,
    { cause: new AggregateError(failures) },
  )
}
