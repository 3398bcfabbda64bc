import { startTestServer } from './postgres.ts'

/** One PostgreSQL for the whole test run; vitest stops it at the end, also when tests have failed. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  return server.stop
}
