import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser shows the answer to a person: browsers name `text/html` in `Accept` when they open a page, and programs name JSON, or
 * nothing specific.
 */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') ?? false
}
