/** The error answers of the calls, from the codes that a call can answer. */
import type { Names } from '../names/names.ts'
import type { ProblemCode } from '../shared/errors.ts'
import { errorHeaders, takesKey } from './headers.ts'
import type { Answer, Schema } from './types.ts'

const PROBLEM_JSON = 'application/problem+json'

/** The codes that each call can answer. */
const EVERY: readonly ProblemCode[] = [
  'MARKET_INVALID_INPUT',
  'MARKET_SEVERAL_CREDENTIALS',
  'MARKET_UNAUTHENTICATED',
  'MARKET_STEP_UP',
  'MARKET_FORBIDDEN',
  'MARKET_RATE_LIMITED',
  'MARKET_CUSTOMER_DISABLED',
  'MARKET_INTERNAL',
  'MARKET_UNAVAILABLE',
  'MARKET_CUSTOMER_FROZEN',
  'MARKET_CUSTOMER_MOVED',
]

/** Those of calls without credentials. */
const OF_PUBLIC: readonly ProblemCode[] = [
  'MARKET_INVALID_INPUT',
  'MARKET_RATE_LIMITED',
  'MARKET_INTERNAL',
  'MARKET_UNAVAILABLE',
]

/** Those of calls that can have a body: all but GET. */
const WITH_BODY: readonly ProblemCode[] = [
  'MARKET_INVALID_BODY',
  'MARKET_BODY_TOO_LARGE',
  'MARKET_UNSUPPORTED_MEDIA_TYPE',
]

/** Those of calls that take an Idempotency-Key. */
const WITH_KEY: readonly ProblemCode[] = [
  'MARKET_IDEMPOTENCY_RUNNING',
  'MARKET_IDEMPOTENCY_DONE',
  'MARKET_IDEMPOTENCY_MISMATCH',
]

/** Names of the answers that are the same for many calls. */
const SHARED: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'IdempotencyConflict',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  422: 'IdempotencyMismatch',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
}

/** Names of answers that calls with a body have with further codes. */
const OF_WRITES: Readonly<Record<string, string>> = {
  InvalidRequest: 'InvalidRequestOrBody',
  Forbidden: 'ForbiddenWrite',
}

type ProblemNames = Pick<Names, 'problems'>

/** The problem document of all errors (RFC 9457). */
function problemSchema({ problems }: ProblemNames): Schema {
  return {
    type: 'object',
    title: 'Problem',
    required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
    properties: {
      type: { type: 'string', description: 'The code as a URI.' },
      title: {
        type: 'string',
        description: 'What the code means. The same for all errors with it.',
      },
      status: { type: 'integer', description: 'The HTTP status.' },
      code: {
        type: 'string',
        title: 'ProblemCode',
        enum: Object.keys(problems),
      },
      detail: {
        type: 'string',
        description: 'What happened, which input caused it, and what to change. For people.',
      },
      requestId: {
        type: 'string',
        description: 'The `Request-Id` of the answer, which is also in the log of the hub.',
      },
      errors: {
        type: 'array',
        description: 'All issues of the input, at most 500.',
        items: {
          type: 'object',
          title: 'Fault',
          required: ['path', 'message'],
          properties: {
            path: {
              type: 'string',
              description:
                'JSON pointer (RFC 6901) into the body, or the name of a parameter. Empty for the whole body.',
            },
            message: { type: 'string', description: 'What to change.' },
          },
        },
      },
    },
  }
}

/** The error answers of a call by status. Answers that many calls share are references; {@link sharedAnswers} has them. */
export function errorAnswers(
  names: ProblemNames,
  method: string,
  own: readonly ProblemCode[],
): Readonly<Record<string, Answer>> {
  const common = sharedCodes(names, method)
  const all = byStatus(names, [...commonCodes(names, method), ...own])
  const answers = [...all].map(([status, codes]): [string, Answer] => {
    const shared = SHARED[status]
    const isShared = shared !== undefined && String(codes) === String(common.get(status))
    return [
      String(status),
      isShared
        ? { $ref: `#/components/responses/${sharedName(shared, method)}` }
        : toAnswer(names, codes),
    ]
  })
  return Object.fromEntries(answers)
}

/** The error answers of a call that everybody may make, which checks no credentials and no body. */
export function publicErrorAnswers(
  names: ProblemNames,
  own: readonly ProblemCode[],
): Readonly<Record<string, Answer>> {
  const all = byStatus(names, [...OF_PUBLIC, ...own])
  return Object.fromEntries(
    [...all].map(([status, codes]) => [String(status), toAnswer(names, codes)]),
  )
}

/** The answers that {@link errorAnswers} refers to, by name. */
export function sharedAnswers(names: ProblemNames): Readonly<Record<string, Answer>> {
  const answers: Record<string, Answer> = {}
  for (const method of ['GET', 'POST']) {
    for (const [status, codes] of sharedCodes(names, method)) {
      const name = SHARED[status]
      if (name !== undefined) answers[sharedName(name, method)] = toAnswer(names, codes)
    }
  }
  return answers
}

/** Calls with a body have further reasons for 400 and 403. */
function sharedName(name: string, method: string): string {
  if (method === 'GET') return name
  return OF_WRITES[name] ?? name
}

function commonCodes({ problems }: ProblemNames, method: string): readonly ProblemCode[] {
  const ofCalls = (which: 'all' | 'writing') =>
    (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].ofCalls === which)
  const every = [...EVERY, ...ofCalls('all')]
  if (method === 'GET') return every
  const writing = [...every, ...ofCalls('writing'), ...WITH_BODY]
  return takesKey(method) ? [...writing, ...WITH_KEY] : writing
}

/** Most calls have a record that can be missing, so this answer is shared, too. */
function sharedCodes(
  names: ProblemNames,
  method: string,
): ReadonlyMap<number, readonly ProblemCode[]> {
  return byStatus(names, [...commonCodes(names, method), 'MARKET_NOT_FOUND'])
}

function byStatus(
  { problems }: ProblemNames,
  codes: readonly ProblemCode[],
): ReadonlyMap<number, readonly ProblemCode[]> {
  const unique = [...new Set(codes)].sort(
    (one, other) => problems[one].status - problems[other].status,
  )
  return Map.groupBy(unique, (code) => problems[code].status)
}

function toAnswer(names: ProblemNames, codes: readonly ProblemCode[]): Answer {
  const list = codes.map((code) => `\`${code}\`: ${names.problems[code].title}.`)
  const schema: Schema = {
    allOf: [problemSchema(names)],
    required: ['code'],
    properties: { code: { enum: codes } },
  }
  const headers = errorHeaders(names.problems[codes[0] as ProblemCode].status)
  return { description: list.join('\n'), headers, content: { [PROBLEM_JSON]: { schema } } }
}
