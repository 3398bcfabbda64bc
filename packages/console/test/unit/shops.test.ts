import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { guideAddress } from '../../src/shops/connect/guide.ts'
import {
  draftOf,
  factsOf,
  fieldsOf,
  isComplete,
  issueOf,
  type SettingField,
  settingsOf,
  shownSetting,
} from '../../src/shops/connect/settings.ts'
import type { Connection, ListedRun } from '../../src/shops/queries.ts'
import { connectionSearch } from '../../src/shops/search.ts'
import {
  CONNECTOR_SCOPES,
  environmentName,
  initCommand,
  secretCommands,
  startCommands,
} from '../../src/shops/start/commands.ts'
import {
  countOf,
  duration,
  kindLabel,
  lagOf,
  pendingOf,
  pendingTotal,
  servedOf,
  stateOf,
  stepLabel,
  sumOf,
  tookOf,
} from '../../src/shops/words.ts'

const field = (changes: Partial<SettingField>) =>
  ({
    Name: 'url',
    Label: 'Address',
    Help: 'Of the shop.',
    Type: 'text',
    Choices: [],
    Required: false,
    Default: null,
    Roles: [],
    ...changes,
  }) as SettingField

describe('the form of a shop', () => {
  const url = field({ Type: 'url', Required: true })
  const stock = field({ Name: 'stockLocation', Label: 'Stock location', Roles: ['merchant'] })
  const days = field({ Name: 'days', Type: 'number', Default: 30 })
  const drafts = field({ Name: 'drafts', Type: 'boolean' })
  const fields = [url, stock, days, drafts]

  test('has the fields of the role, and those of every role', () => {
    const names = (role: Connection['Role']) =>
      fieldsOf({ Settings: fields }, role).map(({ Name }) => Name)
    expect(names('merchant')).toEqual(['url', 'stockLocation', 'days', 'drafts'])
    expect(names('channel')).toEqual(['url', 'days', 'drafts'])
  })

  test('begins with what is set, or else with what the connector proposes', () => {
    expect(draftOf(fields)).toEqual({ url: '', stockLocation: '', days: '30', drafts: false })
    expect(draftOf(fields, { url: 'https://a.example', days: 7, drafts: true })).toEqual({
      url: 'https://a.example',
      stockLocation: '',
      days: '7',
      drafts: true,
    })
  })

  test.each([
    ['an empty field that is required', url, '  ', 'Address is missing.'],
    ['an address without a scheme', url, 'shop.example', 'Type a URL that starts with'],
    ['an address of something else', url, 'ftp://shop.example', 'Type a URL that starts with'],
    ['a web address', url, 'https://shop.example/store', undefined],
    ['an empty field that is not required', stock, '', undefined],
    ['a word for a number', days, 'many', 'Type a number'],
    ['infinity', days, 'Infinity', 'Type a number'],
    ['a number with a comma', days, '1,5', undefined],
    ['a number with a separator of thousands', days, '1,000', undefined],
    ['a switch', drafts, false, undefined],
  ] as const)('judges %s', (_, one, value, expected) => {
    const issue = issueOf(one, { [one.Name]: value })
    if (expected === undefined) expect(issue).toBeUndefined()
    else expect(issue).toContain(expected)
    expect(isComplete([one], { [one.Name]: value })).toBe(expected === undefined)
  })

  test('sends numbers as numbers, leaves out what is empty, and keeps what it has no field for', () => {
    const draft = { url: ' https://a.example ', stockLocation: ' ', days: '1,500', drafts: false }
    expect(settingsOf(fields, draft, { stockLocation: 'old', later: 'x' })).toEqual({
      later: 'x',
      url: 'https://a.example',
      days: 1_500,
      drafts: false,
    })
  })

  test('shows what is set, and the defaults for the rest', () => {
    const fields = [
      field({ Name: 'days', Label: 'Days', Type: 'number', Default: 30 }),
      field({ Name: 'site', Label: 'Site', Default: null }),
    ]
    expect(factsOf(fields, { other: true })).toEqual([
      ['other', 'Yes'],
      ['Days', '30 (default)'],
    ])
    expect(factsOf(fields, { days: 7, site: 'a' })).toEqual([
      ['Days', '7'],
      ['Site', 'a'],
    ])
  })

  test('shows a choice by its label, and a switch in words', () => {
    const choice = field({ Type: 'choice', Choices: [{ Value: 'a', Label: 'All' }] })
    expect([shownSetting(choice, 'a'), shownSetting(choice, 'b')]).toEqual(['All', 'b'])
    expect([shownSetting(undefined, true), shownSetting(undefined, 3)]).toEqual(['Yes', '3'])
  })
})

describe('what a person types to run a connector', () => {
  test.each([
    ['apiKey', 'ENTREPOT_CONNECTION_7_API_KEY'],
    ['password', 'ENTREPOT_CONNECTION_7_PASSWORD'],
  ])('the secret %s comes from %s', (name, expected) => {
    expect(environmentName(7, name)).toBe(expected)
  })

  test('names hub, key, connection and secrets', () => {
    expect(startCommands('https://hub.example', 'k')).toBe(
      'export ENTREPOT_HUB=https://hub.example\nexport ENTREPOT_KEY=k\nnpx @entrepot/connectors run',
    )
    expect(startCommands('https://hub.example')).toContain('ENTREPOT_KEY=...')
    expect(initCommand(7)).toContain('--connection 7')
    expect(secretCommands(7, [{ Name: 'apiKey' }, { Name: 'user' }]).split('\n')).toHaveLength(2)
  })

  test('a key permits what the role needs, and to change nothing of the administration', () => {
    for (const scopes of Object.values(CONNECTOR_SCOPES)) {
      expect(scopes).toContain('connections:write')
      expect(
        scopes.filter((scope) => /^(keys|members|settings|webhooks):write/.test(scope)),
      ).toEqual([])
    }
  })

  test.each([
    ['docs/guides/shops/vendure.md', '/docs/guides/shops/vendure'],
    ['docs/guides/sync.md', '/docs/guides/sync'],
    ['docs/../secret.md', undefined],
    ['javascript:alert(1)', undefined],
    ['https://elsewhere.example/docs/guides/a.md', undefined],
  ])('the guide %s is at %s', (file, expected) => {
    expect(guideAddress(file)).toBe(expected)
  })
})

describe('who serves a connection', () => {
  const served = (State: Connection['State'], channel?: string, runsElsewhere = false) =>
    servedOf({ State, Lease: null }, channel, runsElsewhere)

  test('says with which key a connector would', () => {
    const Lease = { Holder: 'connector-1', ExpiresAt: '2026-11-26T20:00:00Z' }
    expect(servedOf({ State: 'running', Lease }, undefined, true).label).toBe(
      'Served by connector-1',
    )
    expect(served('new').text).toBe('The connector needs a key of your business.')
    const { label, text } = served('new', 'Web shop', true)
    expect(label).toBe('No connector serves this connection')
    expect(text).toContain('A connector runs for other connections')
    expect(text).toContain('a key of the channel Web shop: create one, add it')
  })

  test('does not say that there is none if one has failed, such as without its secrets', () => {
    expect(served('failing').label).toContain('A connector has tried')
  })
})

describe('a connection in words', () => {
  const since = '2026-11-26T20:00:00Z'
  const Lease = { Holder: 'connector-1', ExpiresAt: since }
  const of = (State: Connection['State'], Failure: Connection['Failure'] = null) =>
    stateOf({ State, Failure, Lease })

  test('says of each state that needs a person what it is, and what to do', () => {
    expect(of('running')).toEqual({ color: 'green', label: 'Active' })
    const lost = stateOf({ State: 'running', Failure: null, Lease: null })
    expect(lost).toMatchObject({ color: 'yellow', label: 'No connector' })
    expect(lost.remedy).toContain('Set up')
    for (const state of ['new', 'offline'] as const) {
      expect(of(state).text).toBeTruthy()
      expect(of(state).remedy).toContain('Set up')
    }
    const failure = { Message: 'The key is refused.', Remedy: 'Make a new one.', Since: since }
    expect(of('failing', failure)).toEqual({
      color: 'red',
      label: 'Failing',
      text: 'The key is refused.',
      remedy: 'Make a new one.',
    })
    expect(of('paused', failure)).not.toHaveProperty('remedy')
  })

  test.each([
    [0, '0 seconds'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [7_300, '2 hours'],
    [172_800, '2 days'],
  ])('%i seconds are %s', (seconds, expected) => {
    expect(duration(seconds)).toBe(expected)
  })

  test.each([
    ['running', null, 'Not reported'],
    ['running', 12, 'Up to date'],
    ['failing', 130, '2 minutes'],
    // What was said last is no longer known to be so.
    ['offline', 12, 'Not reported'],
    ['paused', 12, 'Not reported'],
  ] as const)('%s after %s seconds, it is behind: %s', (State, LagSeconds, expected) => {
    expect(lagOf({ State, LagSeconds })).toBe(expected)
  })

  test.each([
    ['running', { orders: 3, products: 1_200, returns: 0 }, 'Orders: 3; Products: 1,200', '1,203'],
    ['running', { orders: 0 }, 'Nothing', '0'],
    ['running', null, 'Not reported', 'Not reported'],
    ['offline', { orders: 0 }, 'Not reported', 'Not reported'],
  ] as const)('%s with %j, what waits is %s', (State, Pending, expected, total) => {
    expect([pendingOf({ State, Pending }), pendingTotal({ State, Pending })]).toEqual([
      expected,
      total,
    ])
  })

  test('keeps names that it does not know', () => {
    expect([stepLabel('gifts'), kindLabel('gift')]).toEqual(['gifts', 'gift'])
    expect([countOf('order', 1), countOf('product', 2)]).toEqual(['1 order', '2 products'])
  })
})

describe('a run in words', () => {
  const step = (changes: object) =>
    ({
      Step: 'orders',
      Read: 0,
      Written: 0,
      Unchanged: 0,
      Failed: 0,
      Milliseconds: 1,
      ...changes,
    }) as ListedRun['Steps'][number]

  test('sums up its steps', () => {
    const sum = (...Steps: ListedRun['Steps']) => sumOf({ Steps, Failure: null })
    expect(sum(step({ Read: 100, Unchanged: 98 }), step({ Read: 20, Written: 3, Failed: 1 }))).toBe(
      '120 read, 3 written, 1 failed',
    )
    expect(sum(step({}))).toBe('Nothing to do')
    expect(sum()).toBe('Nothing was synced')
  })

  test('does not say that there was nothing to do if it failed', () => {
    const Failure = { Kind: 'unavailable', Message: 'No answer.', Remedy: 'Wait.' } as const
    expect(sumOf({ Steps: [step({})], Failure })).toBe('None')
    expect(sumOf({ Steps: [step({ Read: 2 })], Failure })).toBe('2 read')
  })

  test.each([
    ['2026-11-26T20:00:00.000Z', '2026-11-26T20:00:00.340Z', '340 ms'],
    ['2026-11-26T20:00:00.000Z', '2026-11-26T20:01:30.000Z', '1 minute'],
    // Clocks can be set back.
    ['2026-11-26T20:00:01.000Z', '2026-11-26T20:00:00.000Z', '0 ms'],
  ])('from %s to %s it took %s', (start, end, expected) => {
    expect(tookOf(start, end)).toBe(expected)
  })
})

test('an address that is not valid still opens the page of a connection', () => {
  expect(v.parse(connectionSearch, { tab: 'runs', run: '7', kind: 'gift', panel: 'x' })).toEqual({
    tab: 'runs',
    run: 7,
  })
})
