import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '@entrepot/marketplace/openapi'
import { beforeAll, expect, test } from 'vitest'
import { makeDocument, printDocument } from '../api-document.ts'
import { root } from '../imports.ts'

let document: OpenApiDocument
beforeAll(async () => {
  document = await makeDocument()
})

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

test('docs/reference/openapi.json is the document of the routes: npm run openapi writes it', () => {
  const stored = readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')
  expect(printDocument(document)).toBe(stored)
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
