/** What a webhook sends, in words. */
import type { Webhook } from './queries.ts'

/** The types of events that are sent. */
export function typesInWords({ Types }: Pick<Webhook, 'Types'>): string {
  return Types.includes('*') ? 'All events' : Types.join(', ')
}
