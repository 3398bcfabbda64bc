import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { optionsOf } from '../../src/components/form/options.ts'
import { actorName } from '../../src/components/values/actor.ts'
import { formatDay } from '../../src/components/values/days.ts'
import {
  formatMoney,
  formatNumber,
  languageOfNumbers,
  setLanguageOfNumbers,
} from '../../src/components/values/language.ts'
import {
  CANCELLATION_REASONS,
  RETURN_REASONS,
  reasonLabel,
} from '../../src/components/values/reasons.ts'
import { formatAge, formatLateness } from '../../src/components/values/relative-time.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('numbers and amounts', () => {
  test('are written in the language that the person has chosen', () => {
    setLanguageOfNumbers('de-DE')
    expect(formatNumber(1234.5)).toBe('1.234,5')
    expect(formatMoney(1234.5, 'EUR')).toBe('1.234,50\u00a0€')
    expect(formatDay('2026-11-23')).toBe('23.11.2026')
    setLanguageOfNumbers('en-GB')
    expect(formatMoney(-0.5, 'USD')).toBe('-US$0.50')
    expect(formatMoney(1234, 'JPY')).toBe('JP¥1,234')
    expect(formatDay('2026-11-23')).toBe('23 Nov 2026')
  })

  test('are written in the language of the browser if nothing usable is stored', () => {
    setLanguageOfNumbers('en-GB')
    setLanguageOfNumbers('')
    expect(languageOfNumbers()).toBeUndefined()
    for (const text of ['not a tag', 'xx-XX']) {
      stored.set('entrepot-language', text)
      expect(languageOfNumbers(), text).toBeUndefined()
    }
    vi.stubGlobal('localStorage', undefined)
    expect(languageOfNumbers()).toBeUndefined()
  })
})

describe('moments', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const seconds = (count: number) => new Date(now.getTime() + count * 1_000)
  beforeEach(() => setLanguageOfNumbers('en-GB'))

  test.each([
    [0, 'now'],
    [-59, 'now'],
    [-60, '1 minute ago'],
    [-7_199, '1 hour ago'],
    [-86_400, 'yesterday'],
    [172_800, 'in 2 days'],
    [-32 * 86_400, 'last month'],
    [-800 * 86_400, '2 years ago'],
  ])('%i seconds from now are written as "%s"', (count, text) => {
    expect(formatAge(seconds(count), now)).toBe(text)
  })

  test.each([
    [-1, '1 minute late'],
    [-3_600, '1 hour late'],
    [-5 * 86_400, '5 days late'],
  ])('what was due %i seconds from now is "%s"', (count, text) => {
    expect(formatLateness(seconds(count), now)).toBe(text)
  })
})

test('reasons and actors have labels, and unknown ones are shown as they are', () => {
  expect(reasonLabel(RETURN_REASONS, 'REFUSED')).toBe('The buyer refused the parcel')
  expect(reasonLabel(CANCELLATION_REASONS, 'NEW_REASON')).toBe('NEW_REASON')
  expect(reasonLabel(RETURN_REASONS, null)).toBeNull()
  expect(actorName({ Kind: 'key', Label: 'Warehouse' })).toBe('Warehouse')
  expect(actorName({ Kind: 'system', Label: '' })).toBe('the hub')
  expect(actorName({ Kind: 'robot', Label: '' })).toBe('robot')
})

test('options keep the order of their labels', () => {
  expect(optionsOf({ b: 'B', a: 'A' })).toEqual([
    { value: 'b', label: 'B' },
    { value: 'a', label: 'A' },
  ])
})
