import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument, Operation } from '@entrepot/marketplace/openapi'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { FORMATS } from '../../packages/marketplace/src/kit/shared/formats.ts'
import {
  documentedRefusals,
  unseenRefusals,
} from '../../packages/test-support/src/setup/refusals-of-document.ts'
import { listRoutes, makeDocument, printDocument } from '../api-document.ts'
import { withCalls } from '../api-page.ts'
import { root } from '../imports.ts'
import { readKnown } from '../known.ts'
import { optionalProperties } from '../optional-properties.ts'

let document: OpenApiDocument
beforeAll(async () => {
  document = await makeDocument()
})

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

test('docs/reference/openapi.json is the document of the routes: npm run openapi writes it', () => {
  const stored = readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')
  expect(printDocument(document)).toBe(stored)
})

test('docs/reference/api.md lists the calls of the document: npm run openapi writes the table', () => {
  const page = readFileSync(join(root, 'docs/reference/api.md'), 'utf8')
  expect(withCalls(page, document)).toBe(page)
})

test('each call has a name of its own, one known tag, a summary and a description', () => {
  const names = operations().map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^[a-z]+([A-Z][a-z]+)+$/.test(name))).toBe(true)
  const tags = document.tags.map(({ name }) => name)
  for (const { operationId, tags: own, summary, description } of operations()) {
    expect(tags, operationId).toContain(own[0])
    expect([own.length, summary.length > 0, description.length > 40], operationId).toEqual([
      1,
      true,
      true,
    ])
  }
})

test('the document has exactly the routes of /v2', async () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.toSorted()).toEqual((await listRoutes()).toSorted())
})

test('each schema has a description and an example', () => {
  const bare = Object.entries(document.components.schemas)
    .filter(([, { description, examples }]) => description === undefined || examples === undefined)
    .map(([name]) => name)
  expect(bare).toEqual(readKnown('shapes-without-example.txt'))
})

test('each example is valid', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check)
  ajv.addSchema(document, 'document')
  const issues = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const { examples = [] } = schema as { readonly examples?: readonly unknown[] }
    const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    return examples
      .filter((example) => !validate(example))
      .map(() => `${name}: ${ajv.errorsText(validate.errors)}`)
  })
  expect(issues).toEqual([])
})

test('each error of a call has a code, and the codes of 401, 403, 500 and 503 are on each call', () => {
  for (const operation of operations()) {
    const statuses = Object.keys((operation as Operation).responses)
    const ofAll =
      operation.security.length > 0 ? ['400', '401', '403', '500', '503'] : ['500', '503']
    expect(statuses, operation.operationId).toEqual(expect.arrayContaining(ofAll))
  }
})

test('a documented error is unseen if no test has seen it in its call, or in any call if calls have it in common', () => {
  const documented = {
    refusals: new Set([
      'close 409 STATUS',
      'open 409 STATUS',
      'close 401 NOBODY',
      'open 500 FAULT',
    ]),
    common: new Set(['NOBODY', 'FAULT']),
  }
  expect(unseenRefusals(documented, ['open 401 NOBODY', 'open 409 STATUS'])).toEqual([
    'FAULT',
    'close 409 STATUS',
  ])
  const { refusals, common } = documentedRefusals()
  expect(refusals).toContain('createOrder 422 MARKET_UNSELLABLE_LINES')
  expect([...common]).toContain('MARKET_UNAUTHENTICATED')
  expect([...common]).not.toContain('MARKET_UNSELLABLE_LINES')
})

/** What docs/reference/api.md says about properties without a value. */
const LEFT_OUT = [
  'AcknowledgementResult.Rejected',
  'Problem.errors',
  'ProductData.Currency',
  'ProductData.Price',
  'ProductData.Stock',
  'ProductView.Currency',
  'ProductView.Price',
  'ProductView.Stock',
  'SelectionResponse.Brands',
  'SelectionResponse.Categories',
  'SelectionResponse.Products',
]

/** Rules of offers, so that requests take them as they were answered, and steps, which have only what belongs to them. */
const OF_RULES =
  /^Offer(Condition|Conditional\w+Rule|PriceLimit|PriceRules?|PriceStep|Rounding|Rules|Step|StockRules?|Vat|VatRate)(Response)?\./

test('answers leave out no property, except those that the reference lists', () => {
  const found = [...optionalProperties(document)].filter((name) => !OF_RULES.test(name))
  expect(found.toSorted()).toEqual(LEFT_OUT)
})

// A reference of an order cannot be `id` (the format order-reference), so the first is not ambiguous with the others.
const DISTINCT = ['close', 'combination', 'history', 'reopen'].map(
  (name) =>
    `Paths should resolve unambiguously. Found two ambiguous paths: \`/v2/orders/id/{id}\` and \`/v2/orders/{reference}/${name}\`.`,
)

test('the linter of Redocly finds nothing but four pairs of paths that cannot be changed', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = printDocument(document)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const isPair = ({ ruleId }: { ruleId: string }) => ruleId === 'no-ambiguous-paths'
  const pairs = problems.filter(isPair).map(({ message }) => message)
  expect(pairs.toSorted()).toEqual(DISTINCT)
  const found = problems.filter((problem) => !isPair(problem))
  expect(
    found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})
