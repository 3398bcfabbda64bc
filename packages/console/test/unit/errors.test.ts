import { HubError, type Issue } from '@entrepot/client'
import { describe, expect, test } from 'vitest'
import { issueOf } from '../../src/components/form/issue-of.ts'
import { inShort, describe as inWords } from '../../src/components/page/describe.ts'
import { inLabels, pointerInWords } from '../../src/components/values/field-labels.ts'

const problem = (code: string, detail: string, errors: readonly Issue[] = []) =>
  new HubError('call', { title: 'Title', status: 400, code, detail, errors, requestId: 'r-1' })

describe('a field of the API', () => {
  test.each([
    ['/Url', 'URL'],
    ['/HandlingDays', 'Handling days'],
    ['/Lines/0/Quantity', 'Line 1, quantity'],
    ['/Lines/11/UnitPriceInclVat', 'Line 12, unit price'],
    ['/Children/2/EanCode', 'Variant 3, EAN'],
    ['/0/Rate', 'Rate'],
    ['/ExtraData/a~1b', 'Extra data, a/b'],
    ['', ''],
  ])('%s is called "%s"', (pointer, words) => {
    expect(pointerInWords(pointer)).toBe(words)
  })

  test('has the label of its form where it has one', () => {
    expect(pointerInWords('/Scopes', { Scopes: 'Permits' })).toBe('Permits')
  })

  test.each([
    ['/Url must be https.', 'URL must be https.'],
    [
      '/Lines/1/Quantity must be at least 1 (and 2 more).',
      'Line 2, quantity must be at least 1 (and 2 more).',
    ],
    ['must not be after EndsAt', 'must not be after EndsAt'],
    ['names an unknown MerchantProductReference', 'names an unknown SKU'],
    [
      'The order WEB-1183 is CLOSED at https://Shop.example/Url.',
      'The order WEB-1183 is CLOSED at https://Shop.example/Url.',
    ],
    ['Call POST /v2/orders/acknowledge.', 'Call POST /v2/orders/acknowledge.'],
    ['add it to `webhooks.allowHosts`', 'add it to webhooks.allowHosts'],
  ])('in "%s" is named as on the form', (message, words) => {
    expect(inLabels(message)).toBe(words)
  })
})

describe('an error', () => {
  const refused = problem('MARKET_INVALID_INPUT', '/Url must be https (and 1 more).', [
    { path: '/Url', message: 'must be https' },
    { path: '', message: 'has too many fields' },
  ])

  test('of an input has the labels of its fields, and no name of the API before the details', () => {
    expect(inWords(refused)).toEqual({
      title: 'Something needs to be corrected',
      detail: '',
      issues: [
        { path: '/Url', label: 'URL', message: 'must be https' },
        { path: '', label: '', message: 'has too many fields' },
      ],
      code: 'MARKET_INVALID_INPUT',
      requestId: 'r-1',
      said: '/Url must be https (and 1 more).',
    })
    expect(inShort(refused)).toBe('URL must be https. This has too many fields.')
    expect(issueOf(refused, '/Url')).toBe('Must be https.')
  })

  test('of a role says who can help, and keeps the words of the hub for the details', () => {
    const { title, detail, said } = inWords(problem('MARKET_FORBIDDEN', 'lacks keys:write'))
    expect([title, said]).toEqual(['Your role does not permit this', 'lacks keys:write'])
    expect(detail).toContain('owner')
  })

  test('with words of its own is shown with them', () => {
    const { title, detail } = inWords(problem('MARKET_ORDER_STATUS', 'The order is closed.'))
    expect([title, detail]).toEqual(['Title', 'The order is closed.'])
  })

  test('that is no answer of the hub says so', () => {
    const unreached = Object.assign(new Error('x'), { code: 'REST_CONNECT' })
    expect(inWords(unreached).title).toBe('The hub cannot be reached')
    expect(inShort(new Error('It broke.'))).toBe('It broke.')
  })
})
