/** The 2xx answers of the calls, and their headers. */
import { STATUS_CODES } from 'node:http'
import type { RouteDocument } from '../http/route-config.ts'
import type { Answer, Parameter } from './types.ts'

/** Headers that many answers have. Calls refer to them. */
export const HEADERS = {
  'Request-Id': {
    description:
      'The id of the request, which is also in the log of the hub. A client can choose it with a header of this name: 8 to 64 letters, digits, dots, hyphens and underscores.',
    schema: { type: 'string' },
    example: '0123456789abcdef',
  },
  'Retry-After': {
    description: 'The number of seconds after which the same request can be sent again.',
    schema: { type: 'integer' },
    example: 1,
  },
  Link: {
    description:
      'The next page (RFC 8288), such as `</v2/orders?cursor=abc>; rel="next"`. Missing if there is none. The link does not contain the key.',
    schema: { type: 'string' },
    example: '</v2/orders?cursor=abc>; rel="next"',
  },
} as const

/** Headers of an error answer with this status. */
export function errorHeaders(status: number): NonNullable<Answer['headers']> {
  return status === 429 || status === 503
    ? headersOf('Request-Id', 'Retry-After')
    : headersOf('Request-Id')
}

function headersOf(...names: readonly (keyof typeof HEADERS)[]): NonNullable<Answer['headers']> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

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
    ...headersOf('Request-Id'),
    ...Object.fromEntries(own),
    ...(isPaged && headersOf('Link')),
  }
  return {
    description: answers[status] ?? STATUS_CODES[status] ?? 'Done',
    headers: all,
    ...(answer.content && { content: answer.content }),
  }
}
