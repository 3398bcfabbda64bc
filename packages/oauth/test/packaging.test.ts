/** The package as users get it: packed, and installed into an empty project. That its README works is in e2e/test/new-user.test.ts. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as source from '@entrepot/oauth'
import {
  createApplication,
  createProject,
  install,
  run,
  runTool,
  tarballsOf,
} from '@entrepot/test-support/packages'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packageRoot = join(root, 'packages/oauth')
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
const snippets = Array.from(
  readFileSync(join(packageRoot, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
  ([, code = '']) => code,
)

// npm asks the registry, and the compilers take all the processors that there are.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let work: string
let project: string

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-oauth-'))
  project = await createApplication(work)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

test('needs few packages, and PostgreSQL only if it is used', () => {
  expect(Object.keys(manifest.dependencies).sort()).toEqual([
    '@entrepot/batch',
    '@entrepot/config',
    '@entrepot/rest',
    '@entrepot/sealer',
    '@fastify/cookie',
    'fastify-plugin',
    'ghtml',
    'jose',
    'lru-cache',
    'oauth4webapi',
    'typebox',
  ])
  expect(Object.keys(manifest.peerDependencies)).toEqual(['@entrepot/database', 'fastify'])
  expect(manifest.peerDependenciesMeta).toEqual({ '@entrepot/database': { optional: true } })
  expect(globSync('node_modules/{pg,@entrepot/database}', { cwd: project })).toEqual([])
})

test('the PostgreSQL store names the package that it needs, and nothing else needs it', () => {
  writeFileSync(
    join(project, 'missing.mjs'),
    `await import('@entrepot/oauth')
     await import('@entrepot/oauth/sqlite')
     const { message } = await import('@entrepot/oauth/postgres').catch((error) => error)
     process.stdout.write(message)`,
  )
  expect(run(process.execPath, ['missing.mjs'], project)).toContain("'@entrepot/database'")
})

describe('with @entrepot/database', () => {
  beforeAll(async () => install(project, await tarballsOf(['database'])))

  test('exports the same names as the sources, the plugin by default too', () => {
    const script = `
    import * as oauth from '@entrepot/oauth'
    import { memoryStore } from '@entrepot/oauth/memory'
    import { sqliteStore } from '@entrepot/oauth/sqlite'
    import { postgresStore } from '@entrepot/oauth/postgres'
    await memoryStore().prepare()
    await sqliteStore(':memory:').prepare()
    process.stdout.write(JSON.stringify([Object.keys(oauth), oauth.default === oauth.oauth, typeof postgresStore]))`
    writeFileSync(join(project, 'names.mjs'), script)
    const [names, isSame, kind] = JSON.parse(run(process.execPath, ['names.mjs'], project))
    expect(names.toSorted()).toEqual(Object.keys(source).toSorted())
    expect([isSame, kind]).toEqual([true, 'function'])
  })

  test('the snippets of the README compile under the strictest settings', () => {
    const files = snippets.map((code, index) => {
      writeFileSync(join(project, `snippet-${index}.mts`), `${code}\nexport {}\n`)
      return `snippet-${index}.mts`
    })
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { pg: [join(root, 'node_modules/@types/pg/index.d.ts')] },
      exactOptionalPropertyTypes: true,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    expect(runTool('typescript/bin/tsc', ['--project', project], root)).toBe('')
  })
})

test('refuses Fastify 4 in the words of Fastify', () => {
  const old = createProject(work, ['fastify@4.29.1'])
  writeFileSync(
    join(project, 'four.mjs'),
    `import { createRequire } from 'node:module'
     import oauth from '@entrepot/oauth'
     const app = createRequire(${JSON.stringify(`${old}/`)})('fastify')()
     app.register(oauth, {})
     await app.ready().catch((error) => process.stdout.write(error.code))`,
  )
  expect(run(process.execPath, ['four.mjs'], project)).toBe('FST_ERR_PLUGIN_VERSION_MISMATCH')
})

test('the tarball holds sources, declarations, migrations and papers, and no test', () => {
  const files = globSync('**/*', { cwd: join(project, 'node_modules/@entrepot/oauth') })
  const wanted = [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'docs/security.md',
    'dist/index.d.ts',
    'migrations/postgres/0001-baseline.sql',
    'migrations/sqlite/0001-baseline.sql',
  ]
  expect(files).toEqual(expect.arrayContaining(wanted))
  expect(files.filter((file) => /test|tsbuildinfo/.test(file))).toEqual([])
})
