import { startTestServer } from '../postgres/postgres.ts'

/** Global setup of vitest: one PostgreSQL for the whole test run, which is stopped at the end, also after failures. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  return server.stop
}
