/** The parameters of a call: those of its path and its query, and the headers that it takes. */
import type { RouteDocument } from '../http/route-config.ts'
import { IDEMPOTENCY_KEY, takesKey } from './headers.ts'
import type { Parameter, Schema } from './types.ts'

/** The API key of the query is none of them: it is a security scheme. */
export function completeParameters(
  method: string,
  parameters: readonly Parameter[] = [],
  { requestHeaders = {} }: RouteDocument,
): readonly Parameter[] {
  const headers = Object.entries(requestHeaders).map(
    ([name, description]): Parameter => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    }),
  )
  const others = parameters.map(
    ({ schema, ...parameter }): Parameter => ({ ...parameter, schema: toInteger(schema) }),
  )
  return [...others, ...headers, ...(takesKey(method) ? [IDEMPOTENCY_KEY] : [])]
}

/** Nothing but digits in a path are an Id, which is a number in bodies. */
const DIGITS = /^\^\[([01])-9\](?:\[0-9\]|\\d)?(?:\{\d+(?:,\d+)?\})?\$$/

function toInteger(schema: Schema): Schema {
  const { pattern, type, ...rest } = schema
  const [, minimum] = DIGITS.exec(String(pattern)) ?? []
  if (minimum === undefined) return schema
  return { ...rest, type: 'integer', minimum: Number(minimum), maximum: 999_999_999_999_999 }
}
