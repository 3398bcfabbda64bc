import { describe, expect, test } from 'vitest'
import { bodyOf, fieldsOf } from '../../src/channels/channel-fields.ts'
import type { Channel } from '../../src/channels/queries.ts'
import { comesAgain } from '../../src/channels/reset-words.ts'
import { channelStatus } from '../../src/channels/sync/sync-state.ts'
import { itemsInWords } from '../../src/channels/sync/sync-words.ts'
import { eventPatterns } from '../../src/developers/event-types.ts'
import {
  CHANNEL_SCOPES,
  proposedScopes,
  scopeLabel,
  scopesInWords,
} from '../../src/developers/keys/scopes.ts'
import { vatText } from '../../src/orders/detail/vat.ts'
import {
  acceptAll,
  decidedText,
  decideLabel,
  decisionOf,
  isUndecided,
  mixedText,
  refundIssue,
  refundText,
} from '../../src/orders/returns/decision.ts'
import type { Return } from '../../src/orders/returns/queries.ts'
import { type Customer, changesOf } from '../../src/settings/changes.ts'
import { readVatCsv, toVatCsv } from '../../src/settings/vat/vat-csv.ts'

describe('a channel', () => {
  test('says before everything is sent again how many calls that takes', () => {
    expect(comesAgain(1_001, true)).toContain(
      '1,001 listed products, parents included, are sent again',
    )
    expect(comesAgain(1_001, false)).toContain('at least 2 fetches of up to 1,000 for the products')
  })

  test.each([
    ['POLL_DATA', { Created: 7, Removed: 1 }, '7 to create, 1 to remove'],
    ['ACKNOWLEDGE_DATA', { Updated: 2, Failed: 1 }, '2 updated, 1 failed'],
    ['POLL_OFFERS', { Offers: 1 }, '1 price and stock'],
    ['ACKNOWLEDGE_OFFERS', { Offers: 2 }, '2 prices and stock'],
    ['POLL_DATA', {}, 'Nothing'],
  ] as const)('has a log of what it fetched: %s of %j is "%s"', (Kind, counts, words) => {
    const none = { Created: 0, Updated: 0, Removed: 0, Failed: 0, Offers: 0 }
    expect(itemsInWords({ Kind, ...none, ...counts })).toBe(words)
  })

  test('that is new gets everything, flat', () => {
    expect(bodyOf({ ...fieldsOf(), Name: ' Web shop ' })).toEqual({
      Name: 'Web shop',
      Mode: 'flat',
      CanShipPartialOrderLines: true,
      OffersInData: false,
      Selection: null,
    })
  })

  test('keeps its settings through the form, and only lists that are not empty', () => {
    const channel = {
      Name: 'Marketplace',
      Mode: 'grouped',
      CanShipPartialOrderLines: false,
      OffersInData: true,
      Selection: { Brands: ['Acme'], Categories: [] },
    } as unknown as Channel
    expect(bodyOf(fieldsOf(channel))).toEqual({ ...channel, Selection: { Brands: ['Acme'] } })
  })

  const now = Date.parse('2026-11-23T12:00:00Z')
  const state = (changes: object) =>
    ({
      LastPoll: '2026-11-23T11:59:00Z',
      OldestPending: null,
      IsComplete: true,
      ...changes,
    }) as const
  test.each([
    ['INACTIVE', false, state({})],
    ['NEVER_FETCHED', true, state({ LastPoll: null, OldestPending: '2026-11-01T00:00:00Z' })],
    ['LATE', true, state({ OldestPending: '2026-11-23T10:59:59Z' })],
    ['PENDING', true, state({ OldestPending: '2026-11-23T11:00:00Z' })],
    ['PENDING', true, state({ IsComplete: false })],
    ['CURRENT', true, state({})],
  ] as const)('is %s', (status, IsActive, sync) => {
    expect(channelStatus({ IsActive }, sync, now)).toBe(status)
  })
})

test('a new key of the merchant is proposed only to read, and nothing that administers the hub; unknown scopes are shown as they are', () => {
  const scopes = ['orders:write', 'keys:write', 'members:read', 'products:read', 'settings:write']
  expect(proposedScopes(scopes)).toEqual(['products:read'])
  expect(proposedScopes(CHANNEL_SCOPES)).toContain('orders:create')
  expect(proposedScopes(CHANNEL_SCOPES)).not.toContain('webhooks:write')
  expect(scopeLabel('offers:sync')).toBe('Fetch prices and stock')
  expect(scopeLabel('rockets:launch')).toBe('rockets:launch')
})

test('events are proposed as all, by kind, and one by one', () => {
  expect(eventPatterns[0]).toBe('*')
  expect(eventPatterns).toEqual(expect.arrayContaining(['order.*', 'order.created', 'webhook.*']))
  expect(new Set(eventPatterns).size).toBe(eventPatterns.length)
})

describe('a decision on a return', () => {
  const line = (changes: object) => ({
    MerchantOrderLineReference: 'L-1',
    ChannelOrderLineReference: 'c-1',
    Quantity: 5,
    AcceptedQuantity: 1,
    RejectedQuantity: 1,
    ...changes,
  })
  const given = {
    Status: 'ON_THE_WAY',
    CurrencyCode: 'EUR',
    Lines: [line({}), line({ MerchantOrderLineReference: null, Quantity: 2 })],
  } as unknown as Return

  test('accepts everything that is undecided unless the person changes it', () => {
    expect(isUndecided(given)).toBe(true)
    expect(isUndecided({ Status: 'REJECTED' })).toBe(false)
    expect(acceptAll(given)).toEqual([{ accepted: 3 }, { accepted: 0 }])
  })

  test('adds to what is decided, and rejects what is not accepted', () => {
    const lines = [
      { accepted: 2, refund: '12,50' },
      { accepted: 0, refund: '' },
    ]
    expect(decisionOf(given, lines).Lines).toEqual([
      {
        MerchantOrderLineReference: 'L-1',
        AcceptedQuantity: 3,
        RejectedQuantity: 2,
        ManualRefundInclVat: 12.5,
      },
      { ChannelOrderLineReference: 'c-1', AcceptedQuantity: 1, RejectedQuantity: 1 },
    ])
  })

  test('has no amount while what is typed is none, and says so', () => {
    const lines = [{ accepted: 2, refund: 'nine' }, { accepted: 0 }]
    expect(decisionOf(given, lines).Lines[0]).not.toHaveProperty('ManualRefundInclVat')
    expect(lines.map((one) => refundIssue(given, one))).toEqual([
      expect.stringContaining('Type an amount'),
      undefined,
    ])
  })

  test('says on its button what is done with the units, and what the hub refunds', () => {
    const refunded = {
      CurrencyCode: 'EUR',
      RefundInclVat: 9,
      Lines: [
        { RefundInclVat: 3.3333, ManualRefundInclVat: null },
        { RefundInclVat: 6, ManualRefundInclVat: 5.67 },
      ],
    }
    const label = (accepted: number, of: typeof refunded | undefined = refunded) =>
      decideLabel(given, [{ accepted }, { accepted: 0 }], of).replaceAll('\u00a0', ' ')
    expect(label(3)).toBe('Accept and refund €9.00')
    expect(label(1)).toBe('Accept 1, reject 2 and refund €9.00')
    expect(label(0, { ...refunded, RefundInclVat: 0 })).toBe('Reject')
    expect(decideLabel(given, acceptAll(given), undefined)).toBe('Accept and refund …')
    expect([0, 1].map((index) => refundText(refunded, index))).toEqual(['3.33', '5.67'])
  })
})

test.each([
  ['ACCEPTED', 2, 0, 9, 'Return R-1 is accepted. €9.00 is refunded.'],
  ['ACCEPTED', 1, 1, 4.5, 'Return R-1: 1 accepted, 1 rejected. €4.50 is refunded.'],
  ['REJECTED', 0, 2, 0, 'Return R-1 is rejected.'],
] as const)('a return that is %s, with %d accepted and %d rejected, is confirmed', (...given) => {
  const [Status, AcceptedQuantity, RejectedQuantity, RefundInclVat, words] = given
  const decided = {
    ...{ MerchantReturnReference: 'R-1', Status, RefundInclVat, CurrencyCode: 'EUR' },
    Lines: [{ AcceptedQuantity, RejectedQuantity }],
  } as unknown as Return
  expect(decidedText(decided).replaceAll('\u00a0', ' ')).toBe(words)
  // What is not decided is on its way, whatever some of its units are.
  expect(mixedText({ ...decided, Status: 'ON_THE_WAY' })).toBeUndefined()
})

test('only settings that differ are sent', () => {
  const given = { Id: 1, Name: 'Acme', HandlingDays: 2 } as unknown as Customer
  expect(changesOf(given, { ...given, Id: 2, HandlingDays: 3 })).toEqual({ HandlingDays: 3 })
})

describe('VAT rates', () => {
  const rates = [
    { CountryIso: 'DE', VatClass: 'standard', Rate: 19 },
    { CountryIso: 'FI', VatClass: 'standard', Rate: 25.5 },
  ]

  test('are read as they are written, and as spreadsheets write them', () => {
    expect(readVatCsv(toVatCsv(rates))).toEqual(rates)
    const typed = '\uFEFF"Rate";CountryIso;VatClass\r\n19;DE;standard\r\n25,5;FI;"standard"\r\n'
    expect(readVatCsv(typed)).toEqual(rates)
  })

  test('in a file with other columns are not read, and what is no number is left to the hub', () => {
    expect(readVatCsv('Country,Rate\nDE,19\n')).toBeUndefined()
    expect(readVatCsv('CountryIso,VatClass,Rate\nDE,standard,x\n')).toMatchObject([{ Rate: 'x' }])
  })

  test('of a line say what decided', () => {
    expect(vatText(0, 'outside-area')).toBe('0% VAT (outside the VAT area)')
    expect(vatText(19, 'destination')).toBe('19% VAT')
    expect(vatText(19, null)).toBe('19% VAT')
    expect(vatText(null, null)).toBeUndefined()
  })
})

test('the scopes of a key are summed up in words', () => {
  const scopes = ['products:read', 'products:write', 'orders:read', 'orders:write', 'keys:read']
  expect(scopesInWords([...scopes, 'returns:create', 'other:read'])).toEqual([
    'Read and change: products; orders',
    'Read: API keys',
    'Create: returns',
    'other:read',
  ])
  expect(scopesInWords(['orders:create', 'orders:read', 'orders:cancel'])).toEqual([
    'Create, read and cancel: orders',
  ])
  expect(scopesInWords([])).toEqual([])
})
