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

function refer(name: keyof typeof HEADERS) {
  return { [name]: { $ref: `#/components/headers/${name}` } }
}

/** Adds the description and the headers of a 2xx answer. */
export function completeAnswer(
  method: string,
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
    ...(isPaged && refer('Link')),
    ...refer('RateLimit-Policy'),
    ...refer('RateLimit'),
    ...(takesKey(method) && refer('Idempotent-Replayed')),
  }
  return {
    description: answers[status] ?? STATUS_CODES[status] ?? 'Done',
    headers: all,
    ...(answer.content && { content: answer.content }),
  }
}
