import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type FieldNode,
  getNamedType,
  isCompositeType,
  NoDeprecatedCustomRule,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { expect, test } from 'vitest'
import { DOCUMENTS } from './documents.ts'

const schema = buildSchema(readFileSync(new URL('admin.graphql', import.meta.url), 'utf8'))

test.each(DOCUMENTS)(
  '%s fits the published schema, and uses nothing that is deprecated',
  (_, text) => {
    const document = parse(text)
    expect(validate(schema, document)).toEqual([])
    expect(validate(schema, document, [NoDeprecatedCustomRule])).toEqual([])
  },
)

/** Shopify takes no query of more points: an object costs one, and what is in a list as often as the list may be long. */
const MOST_POINTS = 1_000

function costOf(text: string): number {
  const info = new TypeInfo(schema)
  const factors: number[] = [1]
  let cost = 0
  const visitor = {
    Field: {
      enter(node: FieldNode) {
        const type = info.getType()
        const first = node.arguments?.find(({ name }) => name.value === 'first')?.value
        const times = first?.kind === 'IntValue' ? Number(first.value) : 1
        const factor = factors.at(-1) ?? 1
        const named = type && getNamedType(type)
        // A list with pages costs two more.
        const isPaged = named?.name.endsWith('Connection')
        if (isCompositeType(named)) cost += isPaged ? 2 * factor : factor
        factors.push(factor * times)
      },
      leave: () => void factors.pop(),
    },
  }
  visit(parse(text), visitWithTypeInfo(info, visitor))
  return cost
}

test.each(DOCUMENTS)('%s costs no more points than a query may', (_, text) => {
  expect(costOf(text)).toBeLessThan(MOST_POINTS)
})

test('a field that Shopify does not have is found', () => {
  const [found] = validate(schema, parse('{ shop { moon } }'))
  expect(found?.message).toContain('Cannot query field "moon"')
})
