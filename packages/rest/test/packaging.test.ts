import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '@entrepot/rest/go'
import { createProject, run, runTool, tarballsOf } from '@entrepot/test-support/packages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packageRoot = join(root, 'packages/rest')
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
/** Every path that the package can be imported by. */
const entries = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json')
  .map((path) => path.replace('.', '@entrepot/rest'))

describe('the installed package', () => {
  let work: string
  let project: string

  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'entrepot-rest-'))
    project = createProject(work, await tarballsOf(['rest']))
  }, 120_000)
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  /** Each but undici serves one sub-path, and has no dependencies of its own. */
  const libraries = ['eventsource-parser', 'http-cache-semantics', 'structured-headers']

  test('installs into an empty project, with undici and the libraries of three sub-paths', () => {
    const installed = globSync('node_modules/*/package.json', { cwd: project })
    const names = installed.map((path) => path.split('/')[1]).toSorted()
    expect(names).toEqual([...libraries, 'undici'])
    expect(Object.keys(manifest.dependencies)).toEqual(names)
  })

  test('loads none of these libraries for requests', () => {
    const lean = join(work, 'lean')
    mkdirSync(lean)
    writeFileSync(join(lean, 'package.json'), '{"private":true}')
    run('cp', ['-R', join(project, 'node_modules'), lean], root)
    for (const name of libraries) rmSync(join(lean, 'node_modules', name), { recursive: true })
    const own = ['auth', 'forms', 'join', 'progress', 'testing'].map(
      (path) => `@entrepot/rest/${path}`,
    )
    const script = ['@entrepot/rest', ...own].map((path) => `import '${path}'`).join('\n')
    writeFileSync(join(lean, 'use.mjs'), script)
    expect(run(process.execPath, ['use.mjs'], lean)).toBe('')
  })

  test('works there: a request is sent and answered', () => {
    const script = `
      import { createServer } from 'node:http'
      import * as rest from '@entrepot/rest'
      import { fakeTransport } from '@entrepot/rest/testing'
      const server = createServer((_request, response) => response.end('hello'))
      server.listen(0, async () => {
        const { body } = await rest.send({ baseURL: 'http://127.0.0.1:' + server.address().port })
        const client = rest.createClient({ transport: fakeTransport([{ reply: { body: 'fake' } }]) })
        const fake = await client.send({ baseURL: 'http://h/' })
        process.stdout.write(body + ' ' + fake.body)
        server.closeAllConnections()
        server.close()
      })`
    writeFileSync(join(project, 'use.mjs'), script)
    expect(run(process.execPath, ['use.mjs'], project)).toBe('hello fake')
  })

  test.each(entries)('exports the same names from %s as the sources', async (entry) => {
    const names = `process.stdout.write(JSON.stringify(Object.keys(await import('${entry}'))))`
    writeFileSync(join(project, 'names.mjs'), names)
    const source = await import(entry)
    const found = JSON.parse(run(process.execPath, ['names.mjs'], project))
    expect(found.toSorted()).toEqual(Object.keys(source).toSorted())
  })

  test('works together with a second copy of itself: each recognises the errors of the other', () => {
    const second = join(work, 'second')
    mkdirSync(second)
    writeFileSync(join(second, 'package.json'), '{"private":true}')
    run('cp', ['-R', join(project, 'node_modules'), second], root)
    const path = join(second, 'node_modules/@entrepot/rest/dist/index.js')
    const script = `
      import * as one from '@entrepot/rest'
      const two = await import(${JSON.stringify(path)})
      const { error } = await two.sendResult({ baseURL: 'http://127.0.0.1:1/' })
      process.stdout.write(JSON.stringify([
        one.RestError === two.RestError,
        error instanceof one.RestError,
        error instanceof one.ConnectError,
        error instanceof one.TimeoutError,
        error.code,
      ]))`
    writeFileSync(join(project, 'copies.mjs'), script)
    expect(JSON.parse(run(process.execPath, ['copies.mjs'], project))).toEqual([
      false,
      true,
      true,
      false,
      'REST_CONNECT',
    ])
  })

  test('opens nothing when it is imported, so the process ends at once', () => {
    writeFileSync(join(project, 'import.mjs'), entries.map((e) => `import '${e}'`).join('\n'))
    expect(run(process.execPath, ['import.mjs'], project)).toBe('')
  })

  test('has types that compile in a strict project', () => {
    const use = `
      import * as rest from '@entrepot/rest'
      import { fakeTransport } from '@entrepot/rest/testing'
      const client: rest.Client = rest.createClient({ transport: fakeTransport([]), timeout: 5 })
      const response: Promise<rest.Response> = client.send({ method: 'POST', baseURL: 'http://h' })
      const status: Promise<number> = response.then(({ statusCode }) => statusCode)
      const fetchLike: typeof fetch = rest.createFetch(client) as typeof fetch
      // @ts-expect-error a number is no URL
      client.send({ baseURL: 7 })
      // @ts-expect-error responses are read-only
      response.then((value) => { value.statusCode = 1 })
      export { fetchLike, status }`
    writeFileSync(join(project, 'use.mts'), use)
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      types: ['node'],
    }
    const compilerOptions = {
      ...options,
      lib: ['es2024', 'esnext.disposable'],
      typeRoots: [join(root, 'node_modules/@types')],
      exactOptionalPropertyTypes: true,
    }
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['use.mts'] }),
    )
    expect(runTool('typescript/bin/tsc', ['--project', project], root)).toBe('')
  }, 60_000)

  test('contains sources, declarations and documents, but no tests', () => {
    const files = globSync('**/*', { cwd: join(project, 'node_modules/@entrepot/rest') })
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.d.ts']))
    expect(files.filter((file) => /test\b|tsbuildinfo|\.key$/.test(file))).toEqual(
      files.filter((file) => /^(dist|src)\/testing/.test(file) && /test\b/.test(file)),
    )
  })
})

describe('the sources', () => {
  test('contain the version of the package', () => {
    expect(version).toBe(manifest.version)
  })

  /** Building, encoding, policies and errors run anywhere; only transport and streams need Node. */
  const neutral = [
    'auth',
    'browser',
    'client/json',
    'client/paginate',
    'curl',
    'forms',
    'http/errors/request-errors',
    'http/errors/response-errors',
    'http/errors/rest-error',
    'http/errors/transport-errors',
    'http/message/built-request',
    'http/message/headers',
    'http/message/passing-sink',
    'http/message/redact',
    'http/message/response',
    'http/message/watched-write',
    'http/request/hooks',
    'http/request/methods',
    'http/request/origins',
    'http/request/query',
    'http/request/release-body',
    'http/request/request',
    'http/request/request-headers',
    'http/request/request-key',
    'http/request/trace-context',
    'http/response/link-header',
    'http/response/rate-limit',
    'http/response/retry-after',
    'join',
    'refreshed-credential',
    'settings/clock',
    'settings/pause',
    'settings/redirect',
    'settings/retry',
    'sse/connection',
    'sse/reconnection',
    'sse/types',
    'telemetry',
    'token-bucket',
  ]

  test.each(neutral)('%s imports only types of Node', (name) => {
    const text = readFileSync(join(packageRoot, `src/${name}.ts`), 'utf8')
    const imports = Array.from(
      text.matchAll(/^import (?!type\b).*from '(.*)'$/gm),
      ([, from]) => from,
    )
    const local = (from: string | undefined) => from?.startsWith('./') || from?.startsWith('../')
    expect(imports.filter((from) => !local(from))).toEqual([])
    const inside = imports.map((from) => new URL(from ?? '', `file:///${name}.ts`).pathname)
    for (const path of inside) expect(neutral).toContain(path.slice(1, -'.ts'.length))
  })

  test('are small: no file has more than 300 lines', () => {
    for (const file of globSync('src/**/*.ts', { cwd: packageRoot })) {
      const lines = readFileSync(join(packageRoot, file), 'utf8').split('\n').length
      expect(lines, file).toBeLessThanOrEqual(300)
    }
  })
})
