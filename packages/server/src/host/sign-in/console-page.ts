import type { FastifyRequest } from 'fastify'

/** Path of the console. */
export const CONSOLE = '/console/'

/** The page of the console to which a person wants to return after the sign-in. */
export function consolePageOf({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  const { redirect } = query as Readonly<Record<string, unknown>>
  return typeof redirect === 'string' && redirect.startsWith(CONSOLE) ? redirect : undefined
}
