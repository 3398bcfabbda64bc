/** Problems of the proxy in the environment. */
import { createClient, RestError } from '@entrepot/rest'
import type { ConfigProblem } from '../shared/errors.ts'

/** The problem of HTTPS_PROXY or HTTP_PROXY, found before a client is created with it. The message does not contain the value. */
export function proxyProblems(): readonly ConfigProblem[] {
  try {
    createClient({ proxy: 'env' })
    return []
  } catch (error) {
    if (!RestError.is(error)) throw error
    return [{ path: 'HTTPS_PROXY', message: `cannot be used: ${error.message}` }]
  }
}
