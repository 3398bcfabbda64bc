/** Settings that both sides of the benchmark share. */

import { openCountingPool } from '@entrepot/test-support/counting-pool'
import type { FastifyInstance } from 'fastify'

export const CALLBACK = 'http://127.0.0.1:4747/callback'
export const SCOPE = 'use'
export const VERIFIER = 'a-verifier-of-the-benchmark-that-has-at-least-43-characters'
/** Both sides sign access tokens with this algorithm, and use this lifetime. */
export const ALGORITHM = 'ES256'
export const ACCESS_TTL = 3_600

/** The arguments of a side: `<database URL> <port> <public key of the robot, as JWK>`. */
export function readArguments() {
  const [url = '', port = '', jwk = ''] = process.argv.slice(2)
  return { url, port: Number(port), origin: `http://127.0.0.1:${port}`, jwk: JSON.parse(jwk) }
}

/** Opens connections to PostgreSQL that record the texts of the statements they send. */
export function openCounted(url: string) {
  const queries: string[] = []
  return { pool: openCountingPool(url, 8, (text) => void queries.push(text)), queries }
}

/** Adds the routes that the benchmark needs besides the token endpoint, listens, and reports that it is ready. */
export async function serve(
  app: FastifyInstance,
  port: number,
  queries: string[],
  makeCodes: (count: number) => Promise<readonly string[]>,
): Promise<void> {
  app.get('/bench/cpu', async () => process.cpuUsage())
  app.get('/bench/queries', async () => queries.splice(0))
  app.get('/bench/codes/:count', async (request) => {
    const codes = await makeCodes(Number((request.params as { count: string }).count))
    queries.length = 0
    return codes
  })
  await app.listen({ port, host: '127.0.0.1' })
  process.send?.('ready')
  process.on('disconnect', () => process.exit())
}
