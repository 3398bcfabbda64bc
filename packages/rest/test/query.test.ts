import type { QueryParams } from '@entrepot/rest'
import { addQueryParameters, encodeQuery } from '@entrepot/rest/go'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeQueryComponent } from '../src/http/request/query.ts'

const text = fc.string({ unit: 'grapheme' })
const params = fc.dictionary(text, fc.oneof(text, fc.array(text)), { noNullPrototype: true })

/** What a server that follows the URL standard reads from a query. */
function read(query: string): [string, string][] {
  return [...new URLSearchParams(query)]
}

describe('encodeQuery', () => {
  test('produces only unreserved characters, plus signs and percent escapes', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(encodeQueryComponent(value)).toMatch(/^(?:[A-Za-z0-9\-_.~+]|%[0-9A-F]{2})*$/)
      }),
    )
  })

  test('is parsed to the same values by a form parser', () => {
    fc.assert(
      fc.property(params, (given) => {
        const expected = Object.entries(given).flatMap(([name, value]) =>
          [value].flat().map((entry) => `${name}\0${entry}`),
        )
        const actual = read(encodeQuery(given)).map(([name, value]) => `${name}\0${value}`)
        expect(actual.toSorted()).toEqual(expected.toSorted())
      }),
    )
  })

  test('returns the same text for the same parameters in any order', () => {
    fc.assert(
      fc.property(params, (given) => {
        const reversed = Object.fromEntries(Object.entries(given).toReversed())
        expect(encodeQuery(reversed)).toBe(encodeQuery(given))
      }),
    )
  })

  test('sorts names by their bytes in UTF-8', () => {
    fc.assert(
      fc.property(params, (given) => {
        const names = [...new Set(read(encodeQuery(given)).map(([name]) => name))]
        const byBytes = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        expect(names).toEqual(byBytes)
      }),
    )
  })

  test('sorts astral characters after all others, unlike UTF-16', () => {
    expect(encodeQuery({ '\u{1f600}': '1', '\uffee': '2' })).toBe('%EF%BF%AE=2&%F0%9F%98%80=1')
    expect(encodeQuery({ '\u{1f600}a': '1', '\u{1f600}': '2' })).toBe(
      '%F0%9F%98%80=2&%F0%9F%98%80a=1',
    )
  })

  test('repeats the name for each entry of a list, in the order of the list', () => {
    expect(encodeQuery({ tag: ['b', 'a'], none: [], one: 'x' })).toBe('one=x&tag=b&tag=a')
  })

  test.each<[string, unknown]>([
    ['a number', 1],
    ['null', null],
    ['undefined', undefined],
    ['an object', { nested: 'x' }],
    ['a list that holds a number', ['a', 1]],
  ])('refuses %s as a value', (_name, value) => {
    expect(() => encodeQuery({ q: value } as QueryParams)).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST', field: 'queryParams.q' }),
    )
  })

  test('refuses text that is not valid Unicode', () => {
    expect(() => encodeQuery({ q: '\ud800' })).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST', field: 'queryParams' }),
    )
  })

  test('accepts __proto__ as a name', () => {
    expect(encodeQuery(JSON.parse('{"__proto__":"x"}'))).toBe('__proto__=x')
  })
})

describe('addQueryParameters', () => {
  test.each([
    ['http://h/p', 'http://h/p?a=1'],
    ['http://h', 'http://h?a=1'],
    ['http://h/p?', 'http://h/p?a=1'],
    ['http://h/p?x=1', 'http://h/p?x=1&a=1'],
    ['http://h/p?x=1&', 'http://h/p?x=1&a=1'],
    ['http://h/p#f', 'http://h/p?a=1#f'],
    ['http://h/p?x=1#f?y=2', 'http://h/p?x=1&a=1#f?y=2'],
  ])('turns %s into %s', (baseURL, expected) => {
    expect(addQueryParameters(baseURL, { a: '1' })).toBe(expected)
  })

  test('returns the URL unchanged without parameters', () => {
    expect(addQueryParameters('http://h/p', {})).toBe('http://h/p')
    expect(addQueryParameters('http://h/p#f', undefined)).toBe('http://h/p#f')
    expect(addQueryParameters('http://h/p', { none: [] })).toBe('http://h/p')
  })

  test('never changes path or fragment, and keeps every existing parameter', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        params,
        (url, add) => {
          const before = new URL(url)
          const after = new URL(addQueryParameters(url, add))
          expect(after.pathname).toBe(before.pathname)
          expect(after.hash).toBe(before.hash)
          expect(after.search.startsWith(before.search)).toBe(true)
        },
      ),
    )
  })
})
