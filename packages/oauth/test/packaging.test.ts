/** The package as users get it: packed, installed into an empty project, and used as its README says. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as source from '@entrepot/oauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { CLIENT_ID, CLIENT_SECRET, startOidcServer } from './support/oidc-server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packageRoot = join(root, 'packages/oauth')
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
const snippets = Array.from(
  readFileSync(join(packageRoot, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
  ([, code = '']) => code,
)

function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

/** A tool of the repository, run by the Node that runs the tests. */
function runTool(name: string, args: readonly string[], cwd: string): string {
  return run(process.execPath, [join(root, 'node_modules', name), ...args], cwd)
}

let work: string
let project: string
let tarball: string

/** Builds a copy of a package, so that neither an old dist nor a missing one matters, and packs it. */
function pack(name: string): string {
  const copy = join(work, name)
  mkdirSync(copy)
  const from = join(root, 'packages', name)
  for (const file of globSync('*', { cwd: from, exclude: ['node_modules', 'dist', 'test'] })) {
    run('cp', ['-R', join(from, file), copy], root)
  }
  const tsc = ['--project', `packages/${name}/tsconfig.build.json`, '--outDir', join(copy, 'dist')]
  runTool('typescript/bin/tsc', [...tsc, '--tsBuildInfoFile', join(work, `${name}.info`)], root)
  return join(work, run('npm', ['pack', '--silent', '--pack-destination', work], copy).trim())
}

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'entrepot-oauth-'))
  // The types of oauth are built against those of rest, which may not be built in this checkout.
  runTool('typescript/bin/tsc', ['--build', 'packages/rest/tsconfig.build.json'], root)
  const rest = pack('rest')
  tarball = pack('oauth')
  project = join(work, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  const others = ['fastify@5.12.8', '@fastify/cookie@11.1.5', '@fastify/session@11.1.3']
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--silent']
  run('npm', ['install', ...quiet, tarball, rest, ...others], project)
}, 240_000)
afterAll(() => rmSync(work, { recursive: true, force: true }))

test('needs few packages, and PostgreSQL only if it is used', () => {
  expect(Object.keys(manifest.dependencies).sort()).toEqual([
    '@entrepot/rest',
    '@fastify/cookie',
    'fastify-plugin',
    'jose',
    'lru-cache',
    'oauth4webapi',
    'typebox',
  ])
  expect(globSync('node_modules/postgres', { cwd: project })).toEqual([])
})

test("signs a person in, in an empty project, by the ten lines of the README and a provider of one's own", async () => {
  const port = await freePort()
  const idp = await startOidcServer([`http://localhost:${port}/oauth/acme/callback`])
  const acme = `acme: { provider: 'oidc', issuer: '${idp.issuer}', clientId: '${CLIENT_ID}', clientSecret: '${CLIENT_SECRET}' }`
  const [first = ''] = snippets
  const provider = /providers: \{ google: .* \},$/m
  expect(first).toMatch(provider)
  const app = first
    .replace(provider, `allowPrivateProviders: true, providers: { ${acme} },`)
    .replaceAll('3000', String(port))
  const lines = first.split('\n').filter((line) => line !== '' && !line.startsWith('import'))
  expect(lines.length).toBeLessThanOrEqual(10)
  writeFileSync(join(project, 'app.mjs'), `${app}\nconsole.log('ready')\n`)
  const env = {
    ...process.env,
    SESSION_SECRET: 'a session secret of thirty-two characters',
    NODE_OPTIONS: '',
  }
  const child = spawn(process.execPath, ['app.mjs'], { cwd: project, env })
  try {
    await said(child, 'ready')
    const browser = createBrowser()
    const origin = `http://localhost:${port}`
    expect((await browser.get(`${origin}/`)).json.user).toMatch(/^nobody/)
    const landing = await browser.follow(`${origin}/oauth/acme/login`)
    expect(landing.url).toBe(`${origin}/`)
    expect(landing.json).toEqual({ user: 'ann@example.com' })
  } finally {
    child.kill()
    await idp.close()
  }
}, 60_000)

async function said(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: unknown) => {
      output += String(chunk)
      if (output.includes(text)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
}

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

test('refuses Fastify 4 in the words of Fastify', () => {
  const old = join(work, 'old')
  mkdirSync(old)
  writeFileSync(join(old, 'package.json'), '{"private":true,"type":"module"}')
  run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent', 'fastify@4.29.1'],
    old,
  )
  writeFileSync(
    join(project, 'four.mjs'),
    `import { createRequire } from 'node:module'
     import oauth from '@entrepot/oauth'
     const app = createRequire(${JSON.stringify(`${old}/`)})('fastify')()
     app.register(oauth, {})
     await app.ready().catch((error) => process.stdout.write(error.code))`,
  )
  expect(run(process.execPath, ['four.mjs'], project)).toBe('FST_ERR_PLUGIN_VERSION_MISMATCH')
}, 60_000)

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
    paths: { postgres: [join(root, 'node_modules/postgres/types/index.d.ts')] },
    exactOptionalPropertyTypes: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  expect(runTool('typescript/bin/tsc', ['--project', project], root)).toBe('')
}, 60_000)

test('is clean to publint', () => {
  const output = runTool('publint/src/cli.js', [tarball, '--strict'], root)
  expect(output).toContain('All good!')
}, 60_000)

test('is clean to arethetypeswrong, as a package for ESM', () => {
  const cli = '@arethetypeswrong/cli/dist/index.js'
  const output = runTool(cli, [tarball, '--profile', 'esm-only', '--format', 'ascii'], root)
  expect(output).toMatch(/node16 \(from ESM\): 🟢 \(ESM\)/)
}, 60_000)

describe('the tarball and the sources', () => {
  test('hold sources, declarations, migrations and papers, and no test', () => {
    const files = globSync('**/*', { cwd: join(project, 'node_modules/@entrepot/oauth') })
    const wanted = [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'docs/security.md',
      'dist/index.d.ts',
      'migrations/postgres/0001-login.sql',
      'migrations/postgres/0002-mcp.sql',
      'migrations/sqlite/0001-login.sql',
      'migrations/sqlite/0002-mcp.sql',
    ]
    expect(files).toEqual(expect.arrayContaining(wanted))
    expect(files.filter((file) => /test|tsbuildinfo/.test(file))).toEqual([])
  })

  test('are small: no file has more than three hundred lines', () => {
    for (const file of globSync('src/**/*.ts', { cwd: packageRoot })) {
      const lines = readFileSync(join(packageRoot, file), 'utf8').split('\n').length
      expect(lines, file).toBeLessThanOrEqual(300)
    }
  })
})
