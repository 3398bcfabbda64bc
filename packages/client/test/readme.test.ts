/** The snippets of the README compile, and run against a real hub. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startHub, type TestHub } from '@entrepot/test-support/hub'
import { runTool } from '@entrepot/test-support/packages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { problemCodes } from '../src/index.ts'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const root = join(packageRoot, '../..')
const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
const snippets = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code)

let hub: TestHub
let folder: string
const fileOf = (index: number) => join(folder, `snippet-${index}.ts`)

beforeAll(async () => {
  hub = await startHub()
  const cap = { MerchantProductReference: 'CAP', Name: 'Cap', Price: 14.95, Stock: 10, VatRate: 21 }
  await hub.merchant('POST', '/v2/products', cap)
  vi.stubEnv('CHANNEL_KEY', await hub.addChannel())
  vi.stubEnv('MERCHANT_KEY', hub.merchantKey)
  folder = mkdtempSync(join(packageRoot, 'test/.readme-'))
  snippets.forEach((code, index) => {
    const local = code.replaceAll('https://hub.example.com', hub.url)
    writeFileSync(fileOf(index), `${local}\nexport {}\n`)
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await hub.close()
})

test('the snippets compile with the strictest settings', () => {
  const config = {
    extends: join(root, 'tsconfig.json'),
    include: [],
    files: snippets.map((_, index) => fileOf(index)),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  expect(runTool('typescript/bin/tsc', ['--project', folder], root)).toBe('')
})

test('the snippets do what they say', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  for (const [index] of snippets.entries()) await import(fileOf(index))
  const lines = log.mock.calls
  log.mockRestore()
  expect(lines).toEqual([
    [new Map([['shop-CAP', { name: 'Cap', price: 14.95, stock: 10 }]])],
    [expect.any(Number), 'NEW'],
    ['products.changed', { References: ['HAT'], More: 0 }],
    [expect.any(Number), 'A-1'],
    [200, 'Cap'],
    ['no such product'],
  ])
})

test('the codes of the README exist', () => {
  const source = readFileSync(join(packageRoot, 'src/errors.ts'), 'utf8')
  const own = Array.from(source.matchAll(/'((?:CLIENT|WEBHOOK)_\w+)'/g), ([, code]) => code)
  for (const code of new Set(own)) expect(readme).toContain(`\`${code}\``)
  for (const [, code] of readme.matchAll(/'(MARKET_\w+)'/g)) expect(problemCodes).toContain(code)
})
