import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ConfiguredClient } from '../../src/mcp/config/configured-client-schema.ts'
import { DeviceAuthorization } from '../../src/mcp/config/devices.ts'
import { Dpop } from '../../src/mcp/config/dpop-schema.ts'
import { IdentityAssertionIssuer } from '../../src/mcp/config/identity-assertion-schema.ts'
import {
  ClientCredentials,
  ClientIdMetadataDocuments,
  DynamicClientRegistration,
  HostSignIn,
  McpSettings,
  PrivateKeyJwt,
  Resource,
} from '../../src/mcp/config/schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** How many requirements MCP has for an authorization server (A) and for a protected resource (R), and how many of other sources there are (D). */
const REQUIREMENTS = { A: 36, R: 16, D: 10 }

test('the conformance page has a row for every requirement, each with code and a test that are there', () => {
  const rows = read('docs/conformance.md')
    .split('\n')
    .filter((line) => /^\| [ARD]\d+ \|/.test(line))
  const ids = rows.map((row) => row.split('|')[1]?.trim())
  const wanted = Object.entries(REQUIREMENTS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  expect(ids).toEqual(wanted)
  for (const row of rows) {
    const [code = '', tests = ''] = row.split('|').slice(5, 7)
    for (const cell of [code, tests]) {
      const links = Array.from(cell.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link)
      expect(links.length, row).toBeGreaterThan(0)
      for (const link of links) {
        expect(existsSync(join(root, dirname('docs/conformance.md'), link)), link).toBe(true)
      }
    }
  }
})

test('the conformance page says at its beginning which requirements are met with exceptions only', () => {
  const page = read('docs/conformance.md')
  const [, summary = ''] = page.split('\n\n')
  const rows = page.split('\n').filter((line) => /^\| [AR]\d+ \|.*\| MUST/.test(line))
  const excepted = rows.filter((row) => row.split('|')[4]?.includes('exception: '))
  const ids = excepted.map((row) => row.split('|')[1]?.trim())
  expect(ids).toEqual(['A23', 'A24'])
  expect(summary.replaceAll('\n', ' ')).toContain(`except ${ids.join(' and ')}`)
})

test('the rows of the extension of MCP for enterprises have code and tests that are there', () => {
  const [, part = ''] = read('docs/conformance.md').split('### Enterprise-managed authorization')
  const rows = part.split('\n').filter((line) => /^\| (?:J\d|\d\.\d)/.test(line))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const links = Array.from(row.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link)
    expect(links.length, row).toBeGreaterThan(1)
    for (const link of links) expect(existsSync(join(root, 'docs', link)), link).toBe(true)
  }
})

test('the page of assertions holds every setting of an issuer as the schema describes it, and no other', () => {
  const page = read('docs/assertions.md').split('| answer |')[0] ?? ''
  const rows = Array.from(page.matchAll(/^\| `(\w+)` \| .* \| (.*) \|$/gm), ([, key, text]) => [
    key,
    text,
  ])
  const { properties } = IdentityAssertionIssuer
  const wanted = Object.entries(properties).map(([key, schema]) => [
    key,
    (schema as { readonly description?: string }).description,
  ])
  expect(rows).toEqual(wanted)
})

test('the page of settings holds every setting as the schema describes it, and no other', () => {
  const page = read('docs/mcp.md').split('## Endpoints')[0] ?? ''
  const found = Array.from(page.matchAll(/^\| `(\w+)` \| .* \| (.*) \|$/gm), ([, key, text]) => [
    key,
    text,
  ])
  const schemas = [
    McpSettings,
    HostSignIn,
    DynamicClientRegistration,
    ClientIdMetadataDocuments,
    PrivateKeyJwt,
    ClientCredentials,
    DeviceAuthorization,
    Dpop,
    ConfiguredClient,
    Resource,
  ]
  const wanted = schemas.flatMap(({ properties }) =>
    Object.entries(properties).map(([key, { description }]: [string, { description?: string }]) => [
      key,
      description,
    ]),
  )
  expect(found).toEqual(wanted)
})
