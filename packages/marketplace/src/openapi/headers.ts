/** The 2xx answers of the calls, and their headers. */
import { STATUS_CODES } from 'node:http'
import type { RouteDocument } from '../http/route-config.ts'
import type { Answer, Parameter } from './types.ts'

/** Headers that many answers have. Calls refer to them. */
export const HEADERS = {
  Link: {
    description:
      'The next page (RFC 8288), such as `</v2/orders?cursor=abc>; rel="next"`. Missing if there is none. The link does not contain the key.',
    schema: { type: 'string' },
  },
} as const

/** Adds the description and the headers of a 2xx answer. */
export function completeAnswer(
  status: number,
  answer: Answer,
  { answers = {}, headers = {} }: RouteDocument,
  parameters: readonly Parameter[] = [],
): Answer {
  const isPaged = parameters.some(({ name }) => name === 'cursor')
  const own = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const all: NonNullable<Answer['headers']> = {
    ...Object.fromEntries(own),
    ...(isPaged && { Link: { $ref: '#/components/headers/Link' } }),
  }
  return {
    description: answers[status] ?? STATUS_CODES[status] ?? 'Done',
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...(answer.content && { content: answer.content }),
  }
}
