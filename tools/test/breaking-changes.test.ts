import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breakingChanges, type ComparedDocument } from '../breaking-changes.ts'
import { root } from '../imports.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(join(root, 'docs/reference', name), 'utf8')) as ComparedDocument

test('the document has no breaking changes since the last release: what is to go is deprecated first', () => {
  expect(breakingChanges(read('openapi.last.json'), read('openapi.json'))).toEqual([])
})

interface Parts {
  readonly operationId?: string
  readonly parameters?: object[]
  readonly body?: object
  readonly answer?: object
  readonly status?: string
  readonly item?: object
  readonly codes?: string[]
  readonly headers?: object
  readonly security?: object[]
  readonly access?: object[]
  readonly scheme?: object
}

const TEXT = { type: 'string' }
const PROBLEM = { type: 'object', properties: { code: TEXT, detail: TEXT }, required: ['code'] }
const LINK = { Link: { $ref: '#/components/headers/Link' } }

/** A document with one call, which refers to a schema of its own. */
function documentOf(parts: Parts): ComparedDocument {
  const { operationId = 'createThing', parameters = [], status = '200' } = parts
  const { body = {}, answer = {}, item = {}, codes = ['GONE'], headers = {} } = parts
  const { security = [{ key: [] }], access = [], scheme = {} } = parts
  const contentOf = (schema: object) => ({ 'application/json': { schema } })
  const post = {
    ...{ operationId, parameters, security, 'x-access': access },
    requestBody: { content: contentOf(body) },
    responses: {
      [status]: { content: contentOf(answer), headers },
      404: { $ref: '#/components/responses/NotFound' },
    },
  }
  const problem = { allOf: [PROBLEM], properties: { code: { enum: codes } } }
  const components = {
    schemas: { Item: item },
    responses: { NotFound: { content: { 'application/problem+json': { schema: problem } } } },
    headers: { Link: { schema: TEXT } },
    securitySchemes: { key: scheme },
  }
  return { paths: { '/things': { post } }, components } as never
}

const ITEM = { $ref: '#/components/schemas/Item' }
const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})

test.each<[name: string, before: Parts, after: Parts, change: RegExp]>([
  [
    'another operationId',
    {},
    { operationId: 'addThing' },
    /operationId createThing became addThing/,
  ],
  ['a removed status', { status: '201' }, { status: '200' }, /status 201 was removed/],
  [
    'a removed parameter',
    { parameters: [{ name: 'a', in: 'query', schema: TEXT }] },
    {},
    /query parameter a was removed/,
  ],
  [
    'a new required parameter',
    {},
    { parameters: [{ name: 'a', in: 'query', required: true, schema: TEXT }] },
    /query parameter a became required/,
  ],
  [
    'a removed field of the body',
    { body: object({ A: TEXT, B: TEXT }) },
    { body: object({ A: TEXT }) },
    /body\/B was removed/,
  ],
  [
    'a new required field of the body',
    { body: object({ A: TEXT }) },
    { body: object({ A: TEXT, B: TEXT }, ['B']) },
    /body\/B became required/,
  ],
  [
    'a removed field of an answer within a reference',
    { answer: { type: 'array', items: ITEM }, item: object({ A: TEXT }, ['A']) },
    { answer: { type: 'array', items: ITEM }, item: object({}) },
    /answer 200\[\]\/A was removed/,
  ],
  [
    'a field of an answer that can be missing',
    { answer: object({ A: TEXT }, ['A']) },
    { answer: object({ A: TEXT }) },
    /answer 200\/A can now be missing/,
  ],
  [
    'a field of an answer that can be null',
    { answer: object({ A: TEXT }) },
    { answer: object({ A: { type: ['string', 'null'] } }) },
    /answer 200\/A changed its type/,
  ],
  [
    'an object of an answer that can be null',
    { answer: object({ A: ITEM }), item: object({}) },
    { answer: object({ A: { anyOf: [ITEM, { type: 'null' }] } }), item: object({}) },
    /answer 200\/A got an alternative/,
  ],
  [
    'a body that must not be null any more',
    { body: { type: ['object', 'null'] } },
    { body: { type: 'object' } },
    /body changed its type/,
  ],
  [
    'an alternative of the body that was removed',
    { body: { anyOf: [TEXT, { type: 'integer' }] } },
    { body: TEXT },
    /body lost an alternative/,
  ],
  [
    'a removed value',
    { answer: { enum: ['A', 'B'] } },
    { answer: { enum: ['A'] } },
    /answer 200 lost the value "B"/,
  ],
  [
    'a lower maximum',
    { body: { ...TEXT, maxLength: 9 } },
    { body: { ...TEXT, maxLength: 8 } },
    /narrower maxLength: 9 became 8/,
  ],
  ['a new minimum', { body: TEXT }, { body: { ...TEXT, minLength: 1 } }, /narrower minLength/],
  ['a new format', { body: TEXT }, { body: { ...TEXT, format: 'line' } }, /narrower format/],
  [
    'an error code that another one replaces',
    { codes: ['GONE', 'LATE'] },
    { codes: ['GONE', 'TOO_LATE'] },
    /answer 404\/code lost the value "LATE"\. Keep it/,
  ],
  ['a removed header', { headers: LINK }, {}, /answer 200: the header Link was removed\. Keep it/],
  [
    'a header of another type',
    { headers: LINK },
    { headers: { Link: { schema: { type: 'integer' } } } },
    /the header Link changed its type/,
  ],
  [
    'credentials that are no longer accepted',
    { security: [{ key: [] }, { session: [] }] },
    { security: [{ key: [] }] },
    /POST \/things no longer accepts session\. Permit/,
  ],
  [
    'credentials that need another header',
    { security: [{ session: [] }] },
    { security: [{ session: [], customer: [] }] },
    /no longer accepts session/,
  ],
  [
    'a further scope of a token',
    { security: [{ oauth2: ['read'] }] },
    { security: [{ oauth2: ['read', 'write'] }] },
    /no longer accepts oauth2 with read/,
  ],
  [
    'a call that needs credentials',
    { security: [{}] },
    { security: [{ key: [] }] },
    /no longer accepts requests without credentials/,
  ],
  [
    'a scope of a key that no longer suffices',
    { access: [{ kind: 'channel', scopes: ['read', 'all'] }] },
    { access: [{ kind: 'channel', scopes: ['all'] }] },
    /no longer permits a channel with read/,
  ],
  [
    'another name of the header of a key',
    { scheme: { type: 'apiKey', name: 'X-Key' } },
    { scheme: { type: 'apiKey', name: 'X-Api-Key' } },
    /scheme key: name changed from X-Key to X-Api-Key\. Keep it/,
  ],
  [
    'a scope that tokens cannot have any more',
    { scheme: { flows: { code: { scopes: { read: 'Read', write: 'Write' } } } } },
    { scheme: { flows: { code: { scopes: { read: 'Read' } } } } },
    /the flow code lost the scope write/,
  ],
])('%s is a breaking change', (_, before, after, change) => {
  const changes = breakingChanges(documentOf(before), documentOf(after))
  expect(changes).toEqual([expect.stringMatching(change)])
  expect(breakingChanges(documentOf(before), documentOf(before))).toEqual([])
})

test('a removed call is a breaking change', () => {
  const { components } = documentOf({})
  expect(breakingChanges(documentOf({}), { paths: {}, ...(components && { components }) })).toEqual(
    [
      'POST /things was removed. Keep the call, and announce its end for a year with config.deprecated.',
    ],
  )
})

test.each<[name: string, before: Parts, after: Parts]>([
  ['a new field of an answer', { answer: object({}) }, { answer: object({ A: TEXT }, ['A']) }],
  ['a new optional field of the body', { body: object({}) }, { body: object({ A: TEXT }) }],
  ['a higher maximum', { body: { ...TEXT, maxLength: 8 } }, { body: { ...TEXT, maxLength: 9 } }],
  ['a new value', { body: { enum: ['A'] } }, { body: { enum: ['A', 'B'] } }],
  [
    'a new optional parameter',
    {},
    { parameters: [{ name: 'a', in: 'query', required: false, schema: TEXT }] },
  ],
  [
    'an integer that may have decimals',
    { body: { type: 'integer' } },
    { body: { type: 'number' } },
  ],
  ['a further error code', { codes: ['GONE'] }, { codes: ['GONE', 'LATE'] }],
  ['a further header of an answer', {}, { headers: LINK }],
  [
    'a further way to authenticate',
    { security: [{ key: [] }] },
    { security: [{ key: [] }, { oauth2: ['read'] }] },
  ],
  [
    'a token that needs fewer scopes',
    { security: [{ oauth2: ['read', 'write'] }] },
    { security: [{ oauth2: ['read'] }] },
  ],
  [
    'a further scope that suffices',
    { access: [{ kind: 'channel', scopes: ['read'] }] },
    { access: [{ kind: 'channel', scopes: ['read', 'all'] }] },
  ],
  [
    'another description of a scheme',
    { scheme: { type: 'apiKey', description: 'A key' } },
    { scheme: { type: 'apiKey', description: 'An API key' } },
  ],
  [
    'a shape that contains itself',
    { answer: ITEM, item: object({ A: ITEM }) },
    { answer: ITEM, item: object({ A: ITEM, B: TEXT }) },
  ],
])('%s is not a breaking change', (_, before, after) => {
  expect(breakingChanges(documentOf(before), documentOf(after))).toEqual([])
})
