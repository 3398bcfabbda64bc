/** Keeps the table of calls complete, by which every tool is tested against strangers, injections and clients. */

import { CALLS, PLAIN_ARGUMENTS, type Records } from '@entrepot/test-support/tool-calls'
import { expect, test } from 'vitest'
import { TOOLS } from '../src/tools.ts'

const RECORDS: Records = {
  ...{ newOrderId: 1, orderId: 2, reference: 'r', lineId: 3, line: 'l', product: 'p' },
  ...{ channelId: 4, shipment: 's', returned: 't', approvalId: 5, text: 'x' },
}

/** The names of all members in a value, or in the properties of a schema. */
function namesIn(value: unknown, isSchema: boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, isSchema))
  if (typeof value !== 'object' || value === null) return []
  const { properties, items } = value as { properties?: object; items?: unknown }
  const members = isSchema ? (properties ?? {}) : value
  return [
    ...Object.entries(members).flatMap(([name, one]) => [name, ...namesIn(one, isSchema)]),
    ...(isSchema ? namesIn(items, true) : []),
  ]
}

test.each(TOOLS)(
  '$name has calls in the table, which name a record in each argument that can',
  ({ name, input }) => {
    const calls = CALLS[name]?.(RECORDS) ?? []
    expect(calls.length).toBeGreaterThan(0)
    const used = new Set(namesIn(calls, false))
    const missing = namesIn(input, true).filter(
      (argument) => !used.has(argument) && !PLAIN_ARGUMENTS.has(argument),
    )
    expect(missing).toEqual([])
  },
)

test('the table has no tools that do not exist', () => {
  const names = TOOLS.map(({ name }) => name)
  expect(Object.keys(CALLS).filter((name) => !names.includes(name))).toEqual([])
})
