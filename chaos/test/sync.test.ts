import { describe, expect, test } from 'vitest'
import type { CopyEntry, FinalProduct } from '../src/entries.ts'
import { evaluateSync } from '../src/oracles/sync.ts'
import { ledger, product } from './entries.ts'

const text = (name: string, description: string | null = null) => ({ name, description })

function faults(
  products: readonly FinalProduct[],
  copy: Partial<CopyEntry>,
  mode: 'flat' | 'grouped' = 'flat',
): readonly string[] {
  const channels = [{ channel: '1/1', customer: '1', mode }]
  const entry: CopyEntry = {
    ...{ kind: 'copy', at: 0, channel: '1/1', isQuiet: true, data: {}, offers: {} },
    ...copy,
  }
  return evaluateSync([entry, ledger({ products, channels })]).map(({ detail }) => detail)
}

const held = { data: { 'c-P': text('P') }, offers: { 'c-P': '1/2' } }

describe('the copy of a channel', () => {
  test('contains every active product with its price and stock', () => {
    expect(faults([product('P')], held)).toEqual([])
    expect(faults([product('P')], { ...held, data: { 'c-P': text('old') } })).toHaveLength(1)
    expect(faults([product('P')], { ...held, offers: { 'c-P': '1/1' } })).toHaveLength(1)
    expect(faults([product('P')], {})).toHaveLength(2)
  })

  test('contains no inactive product, and no product with an inactive parent', () => {
    expect(faults([product('P', { isActive: false })], held)).toHaveLength(1)
    const parent = product('F', { isActive: false })
    expect(faults([parent, product('P', { parent: 'F' })], held)).toHaveLength(1)
  })

  test('contains parents in grouped channels only, and inherited fields in flat channels', () => {
    const family = [product('F', { description: 'Text' }), product('P', { parent: 'F' })]
    const flat = { data: { 'c-P': text('P', 'Text') }, offers: held.offers }
    const grouped = { data: { 'c-F': text('F', 'Text'), 'c-P': text('P') }, offers: held.offers }
    expect(faults(family, flat)).toEqual([])
    expect(faults(family, grouped, 'grouped')).toEqual([])
    expect(faults(family, grouped)).toHaveLength(2)
    expect(faults(family, flat, 'grouped')).toHaveLength(2)
  })

  test('is not evaluated as correct if the channel does not become quiet', () => {
    expect(faults([product('P')], { ...held, isQuiet: false })).toHaveLength(1)
  })
})
