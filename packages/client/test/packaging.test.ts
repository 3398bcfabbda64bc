/** The package as users get it: packed, installed into an empty project, and bundled for a browser. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProject, run, runTool, tarballsOf } from '@entrepot/test-support/packages'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as source from '../src/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

// npm asks the registry, and the compilers take all the processors that there are.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let work: string
let project: string
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-client-'))
  project = createProject(work, await tarballsOf(['rest', 'client']))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

test('it installs @entrepot/rest with its libraries, and nothing else', () => {
  const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: project })
  const names = installed.map((path) => path.split('/').slice(1, -1).join('/'))
  expect(names.toSorted()).toEqual([
    '@entrepot/client',
    '@entrepot/rest',
    'eventsource-parser',
    'http-cache-semantics',
    'structured-headers',
    'undici',
  ])
})

test('it exports the same names as the sources, and opens nothing when it is imported', () => {
  const names = `process.stdout.write(JSON.stringify(Object.keys(await import('@entrepot/client'))))`
  writeFileSync(join(project, 'names.mjs'), names)
  const found = JSON.parse(run(process.execPath, ['names.mjs'], project))
  expect(found.toSorted()).toEqual(Object.keys(source).toSorted())
})

test('it calls a hub from there', () => {
  const script = `
    import { createServer } from 'node:http'
    import { createClient, isProblem } from '@entrepot/client'
    const server = createServer((request, response) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' })
      const detail = request.headers['x-api-key']
      response.end(JSON.stringify({ code: 'MARKET_NOT_FOUND', status: 404, title: 'Gone', detail }))
    })
    server.listen(0, '127.0.0.1', async () => {
      const client = createClient({ hub: 'http://127.0.0.1:' + server.address().port, key: 'k' })
      const error = await client.getOrder({ reference: 'a' }).catch((reason) => reason)
      process.stdout.write(isProblem(error, 'MARKET_NOT_FOUND') + ' ' + error.message)
      await client.close()
      server.close()
    })`
  writeFileSync(join(project, 'use.mjs'), script)
  expect(run(process.execPath, ['use.mjs'], project)).toBe('true getOrder: Gone. k')
})

test('it has types that compile in a strict project', () => {
  const use = `
    import { createClient, type Input, isProblem, type Output, type Schemas } from '@entrepot/client'
    const client = createClient({ hub: 'https://h', key: 'k' })
    const input: Input<'listOrders'> = { status: 'NEW', pageSize: 5 }
    const orders: Output<'listOrders'> = await client.listOrders(input)
    const id: number | undefined = orders[0]?.Id
    const same: Promise<Output<'getOrderById'>> = client.getOrderById({ id: id ?? 1 })
    // @ts-expect-error an order needs lines
    client.createOrder({ body: { ChannelReference: 'a' } })
    // @ts-expect-error no operation has this name
    client.dropOrder({})
    // @ts-expect-error a product is no list of pages
    client.pages('getProduct', { reference: 'a' })
    const text = (error: unknown) => isProblem(error, 'MARKET_NOT_FOUND') && error.code
    const code: false | 'MARKET_NOT_FOUND' = text(1)
    export { code, same, type Schemas }`
  writeFileSync(join(project, 'use.mts'), use)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    lib: ['es2024', 'esnext.disposable'],
    typeRoots: [join(root, 'node_modules/@types')],
    exactOptionalPropertyTypes: true,
  }
  const config = { compilerOptions, files: ['use.mts'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  expect(runTool('typescript/bin/tsc', ['--project', project], root)).toBe('')
})

test('it contains sources, declarations and documents, but no tests', () => {
  const files = globSync('**/*', { cwd: join(project, 'node_modules/@entrepot/client') })
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/index.d.ts']),
  )
  expect(files.filter((file) => /test\b|tsbuildinfo/.test(file))).toEqual([])
})

test('bundled for a browser, it needs no module of Node, and sends with fetch', async () => {
  writeFileSync(join(project, 'page.mjs'), "export * from '@entrepot/client'\n")
  const outDir = join(project, 'bundle')
  const bundle = {
    configFile: false as const,
    root: project,
    logLevel: 'silent' as const,
    resolve: { conditions: ['browser', 'module', 'production'] },
    build: { outDir, lib: { entry: 'page.mjs', formats: ['es' as const], fileName: 'page' } },
  }
  await build(bundle)
  const [file = ''] = globSync('*.{js,mjs}', { cwd: outDir })
  const code = readFileSync(join(outDir, file), 'utf8')
  expect(code).not.toMatch(/node:|__vite-browser-external|undici|\bfrom\s*["'][\w@./]/)

  const server = createServer((_request, response) => response.end('[{"Id":7}]'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const spy = vi.spyOn(globalThis, 'fetch')
  try {
    const page = (await import(join(outDir, file))) as typeof source
    expect(await page.createClient({ hub, key: 'k' }).listOrders()).toEqual([{ Id: 7 }])
    expect(spy).toHaveBeenCalledTimes(1)
  } finally {
    spy.mockRestore()
    server.closeAllConnections()
    server.close()
  }
})
