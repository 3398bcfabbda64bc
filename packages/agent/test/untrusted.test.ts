import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import document from '../../../docs/reference/openapi.json' with { type: 'json' }
import {
  CODES,
  DICTIONARIES,
  isCode,
  markQuotes,
  markText,
  markUntrusted,
  quotableTexts,
  withoutMarks,
} from '../src/kit/untrusted.ts'
import { HIDING, INJECTIONS, LONGEST } from './support/injections.ts'

/** A marked text: nothing is outside of the signs but a number of the hub. */
const MARKED = /^⟦[^⟦⟧]+⟧(?: \(\d+ more characters\))?$/u

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(...INJECTIONS),
  fc
    .array(fc.constantFrom('⟦', '⟧', ' ', 'a', '(5 more characters)', '\ud83d', '\ude00', '"'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)

/** JSON with member names that the API has, and others. */
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(
    fc.oneof(
      anyText,
      fc.constantFrom('Id', 'Status', 'Name', 'ExtraData', 'Link', 'hint', '__proto__'),
    ),
    tie('value'),
    { maxKeys: 5 },
  ),
})).value

/** All texts of a value: members and their names. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...textsIn(one),
  ])
}

/** The shape of a value, without its texts. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return 'text'
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).map(shapeOf)
}

describe('each text', () => {
  test('that has a space, or says something without one, is marked, and no longer than a model needs', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const marked = markText(text)
        expect(marked.isWellFormed()).toBe(true)
        expect(marked).not.toMatch(HIDING)
        expect(marked.length).toBeLessThanOrEqual(LONGEST + 40)
        if (/\s/.test(marked)) expect(marked).toMatch(MARKED)
      }),
    )
    for (const text of INJECTIONS) expect(markText(text)).toMatch(MARKED)
  })

  test('is marked once, however often', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(markText(markText(text))).toBe(markText(text))
      }),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        const once = markUntrusted({ Name: text, other: text, ExtraData: { [text]: text } })
        expect(markUntrusted(once)).toEqual(once)
      }),
    )
  })

  test('in JSON of any shape is marked or a code, and the shape stays', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const marked = markUntrusted(value)
        expect(shapeOf(marked)).toEqual(shapeOf(value))
        expect(shapeOf(JSON.parse(JSON.stringify(marked)))).toEqual(shapeOf(value))
        for (const text of textsIn(marked)) {
          if (!MARKED.test(text)) expect(text).toMatch(/^[\w.:/@+#%&=?,-]{0,60}$/)
        }
      }),
    )
  })

  test('can be passed on with the marks', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const marked = markText(text)
        expect(withoutMarks(marked)).not.toMatch(/[⟦⟧]/)
        // A word that is plain needs no marks, and keeps those that it came with.
        if (marked.length < LONGEST && !MARKED.test(text)) {
          expect(markText(withoutMarks(marked) as string)).toBe(marked)
        }
      }),
    )
  })

  test('that a sentence of the hub quotes is marked in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const sentence = markQuotes(
          `There is no order ${JSON.stringify(text)}.`,
          quotableTexts([text]),
        )
        expect(sentence).not.toMatch(HIDING)
        expect(sentence.replace(/⟦[^⟧]*⟧/gu, '')).not.toMatch(/zork/i)
        expect(sentence.length).toBeLessThanOrEqual(2 * LONGEST)
      }),
    )
    expect(markQuotes('The channel has no order run all.', quotableTexts(['run all']))).toBe(
      'The channel has no order ⟦run all⟧.',
    )
    expect(markQuotes('There is no product "SKU-1".')).toBe('There is no product "SKU-1".')
  })
})

test.each([
  ...['7', 'SKU-1', 'MUG', 'NL', '3SABC123', 'A-1-1', 'NEW', '2026-11-26', '2026-11-26T10:00:00Z'],
  ...['2026-11-26T10:00:00.123+01:00', '75775b49-8491-4345-99ce-30d5cf2de29e', '9.95', '1.2.3.4'],
])('%s is a code, and stays as it is', (text) => {
  expect(markUntrusted({ Reference: text })).toEqual({ Reference: text })
})

test('values of enumerations stay as they are, but not in members that shops name themselves', () => {
  expect(markUntrusted({ Status: 'REQUIRES_CORRECTION', Type: 'order.status_changed' })).toEqual({
    ...{ Status: 'REQUIRES_CORRECTION', Type: 'order.status_changed' },
  })
  const free = { ExtraData: { Status: 'CANCEL_ALL_ORDERS', Type: 'x' } }
  expect(markUntrusted(free)).toEqual({
    ExtraData: { Status: '⟦CANCEL_ALL_ORDERS⟧', Type: '⟦x⟧' },
  })
})

test('addresses that the hub has made stay as they are, and no others', () => {
  const own = 'https://hub.example.com/console/orders/7'
  const value = { Link: own, Other: 'https://hub.example.com/console/orders/8', ExtraData: { own } }
  expect(markUntrusted(value, new Set([own]))).toEqual({
    ...{ Link: own, Other: '⟦https://hub.example.com/console/orders/8⟧' },
    ExtraData: { own: `⟦${own}⟧` },
  })
  expect(isCode('Ignore%20all')).toBe(false)
})

test('two members whose names differ only in what is hidden both stay', () => {
  const marked = markUntrusted({ ExtraData: { 'a b': 1, 'a\u200bb': 2, 'a\u200cb': 3 } })
  expect(marked).toEqual({ ExtraData: { '⟦a b⟧': 1, '⟦a b (2)⟧': 2, '⟦a b (3)⟧': 3 } })
})

describe('the OpenAPI document', () => {
  type Schema = Readonly<Record<string, unknown>>
  const found = new Map<string, Schema[]>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as { properties?: Record<string, Schema> }
    for (const [name, schema] of Object.entries(properties ?? {})) {
      found.set(name, [...(found.get(name) ?? []), schema])
    }
    Object.values(value).forEach(collect)
  }
  const responses = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => (operation as { responses?: unknown }).responses),
  )
  collect(responses)
  collect(document.components.schemas)

  test('has nothing but enumerations, and words of the hub, in the members that stay', () => {
    // Written by the hub: types of events, the status in a history, and codes of refusals. Steps of runs are in no answer of a tool.
    const others = new Set(['Status', 'Type', 'Code', 'Step'])
    const written = [...CODES].filter((name) => {
      const schemas = found.get(name) ?? []
      return schemas.length === 0 || schemas.some((schema) => !isEnumeration(schema))
    })
    expect(written.filter((name) => !others.has(name))).toEqual([])
  })

  test('has no other members whose names others choose', () => {
    // Data of events has names of the API. Filter is what the caller has sent. Linked and Pending are numbers, by kinds and steps.
    const names = ['Data', 'Filter', 'all', 'any', 'not', 'Linked', 'Pending']
    const known = new Set([...DICTIONARIES, ...names])
    const free = [...found].filter(([, schemas]) => schemas.some(isDictionary))
    expect(free.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
  })

  function isDictionary(schema: Schema): boolean {
    const own = schema.additionalProperties
    return own === true || (typeof own === 'object' && own !== null)
  }

  function resolve(schema: Schema): Schema {
    const name = /^#\/components\/schemas\/(.*)$/.exec(String(schema.$ref))?.[1]
    return name === undefined
      ? schema
      : ((document.components.schemas as unknown as Record<string, Schema>)[name] ?? {})
  }

  function isEnumeration(given: Schema): boolean {
    const schema = resolve(given)
    if (schema.enum !== undefined || schema.const !== undefined || schema.type === 'null')
      return true
    const parts = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(Boolean) as Schema[]
    if (parts.length > 0) return parts.every(isEnumeration)
    if (schema.items !== undefined) return isEnumeration(schema.items as Schema)
    return (
      schema.type === 'integer' || (Array.isArray(schema.type) && schema.type.includes('integer'))
    )
  }
})
