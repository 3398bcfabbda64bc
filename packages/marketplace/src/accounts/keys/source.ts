/** API keys as one of the ways to authenticate a request. */
import type { Database } from '@entrepot/database'
import type { FastifyRequest } from 'fastify'
import { keyParameterOf } from '../../kit/http/key-parameter.ts'
import type { AccessFailure, PrincipalSource } from '../../kit/principals/principal.ts'
import { createAuthenticator } from './authenticate.ts'

/**
 * Creates the source of principals with API keys. The header `X-Api-Key` has priority over the query parameter `apikey`.
 *
 * @param onError called if the last use of a key cannot be written
 */
export function createKeySource(
  database: Database,
  onError: (error: unknown) => void,
): PrincipalSource {
  const authenticate = createAuthenticator(database, onError)
  const source = async (request: FastifyRequest) => {
    const key = keyOf(request)
    return key === undefined ? undefined : await authenticate(key)
  }
  return Object.assign(source, {
    howToSend: 'an API key as the header X-Api-Key or the query parameter apikey',
    challenge: ({ status }: { status: number }) =>
      status === 401 ? 'ApiKey realm="marketplace"' : undefined,
  })
}

/**
 * Creates the source of principals with API keys as bearer tokens (RFC 6750), for protocols whose clients send nothing else, such as SCIM.
 *
 * @param onError called if the last use of a key cannot be written
 */
export function createBearerKeySource(
  database: Database,
  onError: (error: unknown) => void,
): PrincipalSource {
  const authenticate = createAuthenticator(database, onError)
  const source = async ({ headers }: FastifyRequest) => {
    const key = BEARER.exec(headers.authorization ?? '')?.[1]
    return key === undefined ? undefined : await authenticate(key)
  }
  return Object.assign(source, {
    howToSend: 'an API key as Authorization: Bearer',
    challenge: ({ status, presented }: AccessFailure) => {
      if (!presented) return 'Bearer'
      return `Bearer error="${status === 401 ? 'invalid_token' : 'insufficient_scope'}"`
    },
  })
}

const BEARER = /^Bearer +(\S+) *$/i

function keyOf(request: FastifyRequest): string | undefined {
  // Empty text does not count as a key: some clients send it if no key is set.
  const header = request.headers['x-api-key']
  if (typeof header === 'string' && header !== '') return header
  return keyParameterOf(request) || undefined
}
