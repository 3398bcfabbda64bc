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
}

const text = { type: 'string' }

/** A document with one call, which refers to a schema of its own. */
function documentOf(parts: Parts): ComparedDocument {
  const { operationId = 'createThing', parameters = [], status = '200' } = parts
  const { body = {}, answer = {}, item = {} } = parts
  const contentOf = (schema: object) => ({ 'application/json': { schema } })
  const post = {
    operationId,
    parameters,
    requestBody: { content: contentOf(body) },
    responses: { [status]: { content: contentOf(answer) } },
  }
  return { paths: { '/things': { post } }, components: { schemas: { Item: item } } } as never
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
    { parameters: [{ name: 'a', in: 'query', schema: text }] },
    {},
    /query parameter a was removed/,
  ],
  [
    'a new required parameter',
    {},
    { parameters: [{ name: 'a', in: 'query', required: true, schema: text }] },
    /query parameter a became required/,
  ],
  [
    'a removed field of the body',
    { body: object({ A: text, B: text }) },
    { body: object({ A: text }) },
    /body\/B was removed/,
  ],
  [
    'a new required field of the body',
    { body: object({ A: text }) },
    { body: object({ A: text, B: text }, ['B']) },
    /body\/B became required/,
  ],
  [
    'a removed field of an answer within a reference',
    { answer: { type: 'array', items: ITEM }, item: object({ A: text }, ['A']) },
    { answer: { type: 'array', items: ITEM }, item: object({}) },
    /answer 200\[\]\/A was removed/,
  ],
  [
    'a field of an answer that can be missing',
    { answer: object({ A: text }, ['A']) },
    { answer: object({ A: text }) },
    /answer 200\/A can now be missing/,
  ],
  [
    'a field of an answer that can be null',
    { answer: object({ A: text }) },
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
    { body: { anyOf: [text, { type: 'integer' }] } },
    { body: text },
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
    { body: { ...text, maxLength: 9 } },
    { body: { ...text, maxLength: 8 } },
    /narrower maxLength: 9 became 8/,
  ],
  ['a new minimum', { body: text }, { body: { ...text, minLength: 1 } }, /narrower minLength/],
  ['a new format', { body: text }, { body: { ...text, format: 'line' } }, /narrower format/],
])('%s is a breaking change', (_, before, after, change) => {
  const changes = breakingChanges(documentOf(before), documentOf(after))
  expect(changes).toEqual([expect.stringMatching(change)])
  expect(breakingChanges(documentOf(before), documentOf(before))).toEqual([])
})

test('a removed call is a breaking change', () => {
  expect(breakingChanges(documentOf({}), { paths: {} })).toEqual(['POST /things was removed'])
})

test.each<[name: string, before: Parts, after: Parts]>([
  ['a new field of an answer', { answer: object({}) }, { answer: object({ A: text }, ['A']) }],
  ['a new optional field of the body', { body: object({}) }, { body: object({ A: text }) }],
  ['a higher maximum', { body: { ...text, maxLength: 8 } }, { body: { ...text, maxLength: 9 } }],
  ['a new value', { body: { enum: ['A'] } }, { body: { enum: ['A', 'B'] } }],
  [
    'a new optional parameter',
    {},
    { parameters: [{ name: 'a', in: 'query', required: false, schema: text }] },
  ],
  [
    'an integer that may have decimals',
    { body: { type: 'integer' } },
    { body: { type: 'number' } },
  ],
  [
    'a shape that contains itself',
    { answer: ITEM, item: object({ A: ITEM }) },
    { answer: ITEM, item: object({ A: ITEM, B: text }) },
  ],
])('%s is not a breaking change', (_, before, after) => {
  expect(breakingChanges(documentOf(before), documentOf(after))).toEqual([])
})
