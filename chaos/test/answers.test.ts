import { describe, expect, test } from 'vitest'
import { evaluateAnswers, evaluateSilence } from '../src/oracles/answers.ts'
import { call, UNANSWERED, whatsOf } from './entries.ts'

const made = call(0, 10, { makes: ['product/1/P'] }, { status: 201 })
const NEEDS = { needs: ['product/1/P'] }
const MISSING = { status: 404, code: 'MARKET_NOT_FOUND' }

describe('the form of answers', () => {
  test('a 500 is a violation, and so is any other 5xx except 503', () => {
    expect(whatsOf(evaluateAnswers, call(0, 1, {}, { status: 500 }))).toEqual(['500'])
    expect(whatsOf(evaluateAnswers, call(0, 1, {}, { status: 502 }))).toEqual(['502'])
    expect(whatsOf(evaluateAnswers, call(0, 1, {}, { status: 503 }))).toEqual([])
  })

  test('a 503 must have Retry-After', () => {
    const busy = call(0, 1, {}, { status: 503 })
    const { retryAfter: _, ...mute } = busy
    expect(whatsOf(evaluateAnswers, mute)).toEqual(['503 without Retry-After'])
  })

  test('an answer that does not have the form for its status is a violation', () => {
    const bare = call(0, 1, {}, { status: 503, wellFormed: false })
    expect(whatsOf(evaluateAnswers, bare)).toEqual(['malformed answer'])
  })

  test('an answer about another subject is a violation', () => {
    const other = call(0, 1, {}, { mismatch: 'asked for P, got Q' })
    expect(whatsOf(evaluateAnswers, other)).toEqual(['answer with wrong content'])
  })

  test('an intentionally invalid call must be refused with the given status', () => {
    const wrong = { refusedWith: 401 }
    expect(whatsOf(evaluateAnswers, call(0, 1, wrong))).toEqual(['not refused with 401'])
    expect(whatsOf(evaluateAnswers, call(0, 1, wrong, { status: 401 }))).toEqual([])
  })
})

describe('404', () => {
  test('is a violation if the thing certainly existed before', () => {
    expect(whatsOf(evaluateAnswers, made, call(20, 30, NEEDS, MISSING))).toEqual(['wrong 404'])
  })

  test('is correct if the thing did not exist, or did not certainly exist', () => {
    expect(whatsOf(evaluateAnswers, call(20, 30, NEEDS, MISSING))).toEqual([])
    const uncertain = call(0, 10, { makes: ['product/1/P'] }, UNANSWERED)
    expect(whatsOf(evaluateAnswers, uncertain, call(20, 30, NEEDS, MISSING))).toEqual([])
  })

  test('is a violation if the call depends on nothing', () => {
    expect(whatsOf(evaluateAnswers, call(0, 1, {}, MISSING))).toEqual(['wrong 404'])
  })
})

describe('401 and other refusals', () => {
  test('are violations, because all keys and all requests are valid', () => {
    const statuses = [400, 401, 403, 413, 415, 422]
    for (const status of statuses) {
      expect(whatsOf(evaluateAnswers, call(0, 1, {}, { status }))).toEqual([`wrong ${status}`])
    }
  })
})

describe('409', () => {
  const exists = { status: 409, code: 'MARKET_PRODUCT_EXISTS' }
  const again = (at: number) => call(at, at + 10, { makes: ['product/1/P'] }, exists)

  test('for a product is correct only if another call may have created it', () => {
    expect(whatsOf(evaluateAnswers, made, again(20))).toEqual([])
    expect(
      whatsOf(evaluateAnswers, call(0, 10, { makes: ['product/1/P'] }, UNANSWERED), again(20)),
    ).toEqual([])
    expect(whatsOf(evaluateAnswers, again(20))).toEqual(['wrong 409'])
  })

  test('for the status of an order is correct only if another call may have changed it', () => {
    const ship = call(
      20,
      30,
      { blockedBy: ['closed A'] },
      { status: 409, code: 'MARKET_ORDER_STATUS' },
    )
    expect(whatsOf(evaluateAnswers, ship)).toEqual(['wrong 409'])
    expect(whatsOf(evaluateAnswers, call(0, 10, { blocks: ['closed A'] }), ship)).toEqual([])
    const refused = call(0, 10, { blocks: ['closed A'], refusedWith: 400 }, { status: 400 })
    expect(whatsOf(evaluateAnswers, refused, ship)).toEqual(['wrong 409'])
  })

  const placed = call(
    0,
    5,
    { makes: ['order/A'], sets: { 'order/A/lines': '1:3' } },
    { status: 201 },
  )
  const ship = (at: number, name: string, units: number, status: number) =>
    call(
      at,
      at + 5,
      { makes: [name], claims: { kind: 'shipment', order: 'order/A', lines: { '1': units } } },
      { status, ...(status === 409 && { code: 'MARKET_QUANTITY_EXCEEDED' }) },
    )

  test('for units is a violation if enough units were certainly available', () => {
    expect(whatsOf(evaluateAnswers, placed, ship(10, 'S', 2, 201), ship(20, 'T', 1, 409))).toEqual([
      'wrong 409',
    ])
    expect(whatsOf(evaluateAnswers, placed, ship(10, 'S', 2, 201), ship(20, 'T', 2, 409))).toEqual(
      [],
    )
  })

  test('for units counts a repeated record once, and a record with an uncertain outcome as taken', () => {
    const history = [placed, ship(10, 'S', 2, 503), ship(16, 'S', 2, 201)]
    expect(whatsOf(evaluateAnswers, ...history, ship(30, 'T', 1, 409))).toEqual(['wrong 409'])
    expect(whatsOf(evaluateAnswers, placed, ship(10, 'S', 3, 503), ship(30, 'T', 1, 409))).toEqual(
      [],
    )
  })
})

test('a request without an answer is a violation, unless its connection broke', () => {
  const hung = call(0, 60_000, {}, { status: null, failure: 'hung' })
  expect(whatsOf(evaluateSilence, hung)).toEqual(['no answer'])
  expect(whatsOf(evaluateSilence, call(0, 1, {}, UNANSWERED))).toEqual([])
})
