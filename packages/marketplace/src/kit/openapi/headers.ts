/** The 2xx answers of the calls, and their headers. */
import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig } from 'fastify'
import type { Answer, Parameter } from './types.ts'

/** Headers that many answers have. Calls refer to them. */
const HEADERS = {
  'Request-Id': {
    description:
      'The id of the request, which is also in the log of the hub. A client can choose it with a header of this name: 8 to 64 letters, digits, dots, hyphens and underscores.',
    schema: { type: 'string' },
    example: '0123456789abcdef',
  },
  Deprecation: {
    description: 'Since when the call is deprecated (RFC 9745), in seconds since 1970.',
    schema: { type: 'string' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'When the call is removed (RFC 8594).',
    schema: { type: 'string' },
    example: 'Sat, 01 Jan 2028 00:00:00 GMT',
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
  'RateLimit-Policy': {
    description:
      'The limit that applies to the call (draft-ietf-httpapi-ratelimit-headers): its class, the requests `q` and the seconds `w`, such as `"write";q=60000;w=60`. Missing if there is none.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'What is left of the limit: the requests `r`, and the seconds `t` until it is full again, such as `"write";r=59999;t=42`.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description:
      '`true` if this is the stored answer of the first request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

const DEPRECATION = ['Deprecation', 'Sunset', 'Link'] as const

/** Those that at least one answer has. */
export function usedHeaders(answers: object): Readonly<Record<string, object>> {
  const text = JSON.stringify(answers)
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`#/components/headers/${name}"`)),
  )
}

/** Headers of an error answer with this status. */
export function errorHeaders(status: number): NonNullable<Answer['headers']> {
  return status === 429 || status === 503
    ? headersOf('Request-Id', 'Retry-After')
    : headersOf('Request-Id')
}

function headersOf(...names: readonly (keyof typeof HEADERS)[]): NonNullable<Answer['headers']> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The header that makes a request take effect once. */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A value of your choice that is new for each request, such as a UUID. A repeat of the request with the same value within 24 hours has no further effect, and gets the first answer.',
  schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[!-~]+$' },
}

/** Whether a call takes {@link IDEMPOTENCY_KEY}. */
export function takesKey(method: string): boolean {
  return method === 'POST' || method === 'PUT'
}

/** Adds the description and the headers of a 2xx answer. */
export function completeAnswer(
  method: string,
  status: number,
  answer: Answer,
  { document = {}, deprecated, isPublic }: FastifyContextConfig,
  parameters: readonly Parameter[] = [],
): Answer {
  const { answers = {}, headers = {} } = document
  const isPaged = parameters.some(({ name }) => name === 'cursor' || name === 'after')
  const own = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const all: NonNullable<Answer['headers']> = {
    ...headersOf('Request-Id', ...(deprecated ? DEPRECATION : [])),
    ...Object.fromEntries(own),
    ...(isPaged && headersOf('Link')),
    ...(!isPublic && headersOf('RateLimit-Policy', 'RateLimit')),
    ...(takesKey(method) && headersOf('Idempotent-Replayed')),
  }
  return {
    description: answers[status] ?? STATUS_CODES[status] ?? 'Done',
    headers: all,
    ...(answer.content && { content: answer.content }),
  }
}
