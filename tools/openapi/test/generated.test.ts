/** The generated files of @entrepot/client, and a generator of other authors on the same document. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFolder, documentFile, generate } from '../src/generate.ts'
import { type ApiDocument, writeOperations } from '../src/operations.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const document = JSON.parse(readFileSync(documentFile, 'utf8')) as ApiDocument

test('the generated files of the client are current', async () => {
  for (const [name, text] of Object.entries(await generate(document))) {
    const committed = readFileSync(join(clientFolder, name), 'utf8')
    expect(committed === text, `${name} is old: npm run openapi`).toBe(true)
  }
})

const get = (operation: object): ApiDocument => ({
  paths: { '/a/{b}': { get: { responses: {}, ...operation } as never } },
  components: { schemas: { ProblemCode: { enum: [] } } },
})
const parameter = (name: string, place: string) => ({ name, in: place })

test.each([
  ['without a name', {}, 'GET /a/{b} needs an operationId.'],
  ['with a name that the client uses', { operationId: 'sync' }, 'GET /a/{b}: sync is in use'],
  [
    'with two inputs of one name',
    { operationId: 'getA', parameters: [parameter('b', 'path'), parameter('b', 'query')] },
    'GET /a/{b} has two inputs of one name.',
  ],
])('an operation %s is refused', (_name, operation, message) => {
  expect(() => writeOperations(get(operation))).toThrow(message)
})

test('the client sets keys itself, so that no input contains them', () => {
  const parameters = [parameter('apikey', 'query'), parameter('Idempotency-Key', 'header')]
  const text = writeOperations(get({ operationId: 'getA', parameters }))
  expect(text).toContain(
    "getA: { method: 'GET', path: '/a/{b}', inPath: [], inQuery: [], inHeaders: [], body: undefined }",
  )
})

let work: string
beforeAll(() => {
  // Below the repository, so that the compiler finds what the repository has installed.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  work = mkdtempSync(join(cache, 'orval-'))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

test('orval makes a client from the document, which compiles in a strict project', () => {
  const target = join(work, 'client.ts')
  const input = { target: documentFile }
  const output = { mode: 'single', client: 'fetch', target }
  writeFileSync(
    join(work, 'orval.config.mjs'),
    `export default ${JSON.stringify({ api: { input, output } })}`,
  )
  const orval = createRequire(import.meta.url).resolve('orval/bin/orval')
  const run = (command: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: work,
      encoding: 'utf8',
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
  }
  run([orval, '--config', join(work, 'orval.config.mjs')])
  expect(readFileSync(target, 'utf8')).toContain('export const createOrder = async')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  }
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['client.ts'] }),
  )
  run([join(root, 'node_modules/typescript/bin/tsc'), '--project', work])
})
