/**
 * Resolves the names of websites that strangers choose. `dns.lookup`, which Node uses by default, occupies one of its four
 * threads while a name server does not answer, so a few such names would block all connections.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { createKeyedLimiter } from '@entrepot/batch'
import type { Resolve } from '@entrepot/rest/guard'

/** The most names that are resolved concurrently. They occupy no thread, and each has a time limit. */
export const MAX_LOOKUPS = 256

/** Milliseconds for the first attempt at a name, and attempts. */
const [TIMEOUT_MS, TRIES] = [1_500, 2]

/** The most names that the operating system resolves concurrently: those of hosts files, and of networks without DNS. */
const SYSTEM_LOOKUPS = 2

/**
 * Makes what resolves names by DNS, and by the operating system those that DNS does not know.
 *
 * @param server for tests: the name server, in place of those of this machine
 * @throws Error with the code of c-ares (`ETIMEOUT`, ...) or of the operating system (`ENOTFOUND`, ...)
 */
export function createResolveName(server?: string): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (server !== undefined) resolver.setServers([server])
  const limit = createKeyedLimiter({ perKey: SYSTEM_LOOKUPS, total: SYSTEM_LOOKUPS })
  const bySystem: Resolve = (name) =>
    limit('system', async () => await lookup(name, { all: true, verbatim: true }))
  return async (name) => {
    if (!name.includes('.')) return await bySystem(name)
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ]
    if (addresses.length > 0) return addresses
    for (const answer of [four, six]) {
      if (answer.status === 'rejected' && codeOf(answer.reason) === 'ETIMEOUT') throw answer.reason
    }
    return await bySystem(name)
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code
}
