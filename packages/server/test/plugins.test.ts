import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawnEntrepot } from '@entrepot/test-support/entrepot'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalHub, runEntrepot, spawnHub, startHubHere } from '../src/testing.ts'

let folder: string
let store: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-plugins-'))
  store = await createTestDatabase()
  for (const [path, text] of Object.entries(FILES)) await write(path, text)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await store.drop()
})

async function write(path: string, text: string): Promise<string> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

/** Packages of a third party, installed beside the configuration file. */
const FILES: Readonly<Record<string, string>> = {
  // A package for `import` only: what `require` resolves would not find it.
  'node_modules/greeter/package.json': JSON.stringify({
    name: 'greeter',
    type: 'module',
    exports: { import: './plugin.js' },
  }),
  'node_modules/greeter/plugin.js': `
    export default async function greeter(app, options) {
      app.decorate('greet', (name) => options.greeting + ', ' + name)
      app.get('/greet/:name', async (request) => ({ text: app.greet(request.params.name), options }))
      app.get('/count', async (request) => {
        request.session.count = (request.session.count ?? 0) + 1
        options.greeting = 'changed'
        return { count: request.session.count, user: request.session.user ?? null }
      })
      app.get('/fail', async () => { throw new Error('s3cret detail') })
    }
    greeter[Symbol.for('skip-override')] = true
  `,
  'node_modules/@acme/old/package.json': JSON.stringify({ name: '@acme/old', main: './index.js' }),
  'node_modules/@acme/old/index.js': `
    exports.default = (app, options, done) => {
      app.get('/old', async () => ({ text: app.greet('old'), oauth: app.hasDecorator('oauth') }))
      done()
    }
  `,
  'local/plugin.mjs': `export default async (app) => { app.get('/local', async () => 'local') }`,
  'node_modules/throws/package.json': JSON.stringify({ name: 'throws', main: './index.js' }),
  'node_modules/throws/index.js': `throw new Error('it needs a newer Node')`,
  'node_modules/no-plugin/package.json': JSON.stringify({ name: 'no-plugin', main: './index.js' }),
  'node_modules/no-plugin/index.js': `module.exports = { answer: 42 }`,
  'refuses.mjs': `export default async () => { throw new Error('I want a colour.') }`,
  'rooted.mjs': `
    const rooted = async (app) => { app.get('/', async () => 'mine') }
    rooted[Symbol.for('skip-override')] = true
    export default rooted
  `,
  'lacks.mjs': `import 'not-installed'`,
  'careful.mjs': `
    export default async () => {}
    export const checkOptions = async ({ colour, size }) => {
      if (size === 'huge') throw new Error('I cannot measure that.')
      return colour === 'red' ? [] : [
        { path: 'colour', message: 'must be red' }, { path: '', message: 'is of another age' },
      ]
    }
  `,
  'node_modules/old-and-careful/package.json': JSON.stringify({ name: 'old-and-careful' }),
  'node_modules/old-and-careful/index.js': `
    const checks = { checkOptions: () => [{ path: 'a.b', message: 'is too much' }] }
    module.exports = Object.assign(async () => {}, checks)
  `,
}

const env = () => ({
  DATABASE_URL: store.url,
  ENTREPOT_DATA: join(folder, 'data'),
  LOG_LEVEL: 'error',
})
const start = async (yaml: string, more: Readonly<Record<string, string>> = {}) =>
  await startHubHere({
    ...env(),
    ...more,
    ENTREPOT_CONFIG: await write('entrepot.yaml', yaml),
  })

describe('plugins of third parties', () => {
  let hub: LocalHub
  beforeAll(async () => {
    hub = await start(
      [
        'plugins:',
        `  first: {package: greeter, greeting: "Hello \${WHO}", deep: {list: [1, two]}}`,
        '  second: {package: "@acme/old"}',
        '  third: {package: ./local/plugin.mjs, prefix: /there}',
      ].join('\n'),
      { WHO: 'you' },
    )
  })
  afterAll(async () => await hub.end())
  const get = async (path: string, headers: Record<string, string> = {}) =>
    await fetch(`${hub.url}${path}`, { headers })

  test('are loaded by the name of their package, with their options without that name', async () => {
    expect(await (await get('/greet/Ann')).json()).toEqual({
      text: 'Hello you, Ann',
      options: { greeting: 'Hello you', deep: { list: [1, 'two'] } },
    })
  })

  test('are registered in order, and later ones can use decorators of earlier ones', async () => {
    expect(await (await get('/old')).json()).toEqual({ text: 'Hello you, old', oauth: true })
  })

  test('can be files in the folder of the configuration, with a prefix', async () => {
    expect(await (await get('/there/local')).text()).toBe('local')
  })

  test('set the headers of their answers themselves', async () => {
    expect((await get('/old')).headers.get('content-security-policy')).toBeNull()
  })

  test('can use sessions, which are stored in the database', async () => {
    const first = await get('/count')
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await first.json()).toEqual({ count: 1, user: null })
    expect(await (await get('/count', { cookie })).json()).toEqual({ count: 2, user: null })
  })

  test('do not show their errors to people', async () => {
    const page = await fetch(`${hub.url}/fail`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ])
    expect(await page.text()).not.toContain('s3cret')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const problem = await get('/fail')
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      500,
      'application/problem+json; charset=utf-8',
    ])
    expect(await problem.text()).not.toContain('s3cret')
    await expect.poll(() => hub.log()).toContain('s3cret detail')
  })
})

describe('an invalid plugin', () => {
  test('stops the start, and all plugins that cannot be loaded are reported with place and next step', async () => {
    const yaml = [
      'plugins:',
      '  one: {package: not-there}',
      '  two:',
      '    package: throws',
      '  three: {package: no-plugin}',
      '  four: {package: ./lacks.mjs}',
      '  five: {package: ./missing.mjs}',
    ].join('\n')
    const failed = await spawnEntrepot(
      ['start', '--config', await write('broken.yaml', yaml)],
      env(),
    )
    expect(failed.code).toBe(1)
    const lines = failed.stderr.split('\n').filter((line) => line.startsWith('  - '))
    expect(lines).toEqual([
      `  - broken.yaml:2, plugins.one.package: The package not-there was not found. Check the name. If it is right, install the package in ${folder}: npm install not-there`,
      expect.stringContaining(
        'broken.yaml:4, plugins.two.package: throws cannot be loaded: it needs a newer Node. Fix',
      ),
      expect.stringContaining(
        'broken.yaml:5, plugins.three.package: no-plugin is not a Fastify plugin',
      ),
      expect.stringContaining(
        "broken.yaml:6, plugins.four.package: ./lacks.mjs cannot be loaded: Cannot find package 'not-installed'",
      ),
      expect.stringContaining(
        'broken.yaml:7, plugins.five.package: The package ./missing.mjs was not found. Check the path',
      ),
    ])
    const checked = await runEntrepot(
      ['config', 'check', '--config', join(folder, 'broken.yaml')],
      env(),
    )
    expect(checked.stderr).toContain('plugins.one.package')
  })

  test('that refuses its options stops the start with its name and its reason', async () => {
    const file = await write('refuses.yaml', 'port: 0\nplugins:\n  mine: {package: ./refuses.mjs}')
    const failed = await runEntrepot(['start', '--config', file], env())
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain(
      'refuses.yaml:3, plugins.mine: ./refuses.mjs did not start: I want a colour.',
    )
  })

  test('that has a path of the hub stops the start with the solution', async () => {
    const file = await write('rooted.yaml', 'port: 0\nplugins:\n  mine: {package: ./rooted.mjs}')
    const failed = await runEntrepot(['start', '--config', file], env())
    expect(failed.stderr).toMatch(/plugins: A plugin uses a path of the hub.* Give .* prefix/)
    expect(failed.stderr).not.toContain('    at ')
  })

  test('with several invalid options is reported with each of them: @entrepot/oauth without a redirect URI, with an unknown key', async () => {
    const yaml = [
      'port: 0',
      'plugins:',
      '  login:',
      '    package: "@entrepot/oauth"',
      '    debugg: false',
      '    providers:',
      '      google: {clientId: a, clientSecret: b}',
    ].join('\n')
    const failed = await runEntrepot(['start', '--config', await write('login.yaml', yaml)], env())
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain(
      'login.yaml:5, plugins.login.debugg: is not a setting. Did you mean debug?\n',
    )
    const without = yaml.replace('    debugg: false\n', '')
    const second = await runEntrepot(
      ['start', '--config', await write('login.yaml', without)],
      env(),
    )
    expect(second.stderr).toContain('publicUrl: is required for the sign-in of plugins.login')
  })
})

describe('entrepot config check', () => {
  test('finds the same problems as a start, each with its place, without database and data directory', async () => {
    const lines = [
      'publicUrl: https://hub.example',
      'plugins:',
      '  login:',
      '    package: "@entrepot/oauth"',
      '    colour: red',
      '    store: {mine: true}',
      '    providers:',
      '      google: {clientId: a, clientSecret: b, scpe: openid}',
      '      acme: {provider: oidc, clientId: a, clientSecret: b}',
      '  mine: {package: ./careful.mjs, colour: blue}',
      '  old: {package: old-and-careful}',
      '  big: {package: ./careful.mjs, size: huge}',
      '  gone: {package: not-there}',
    ]
    const file = await write('check.yaml', lines.join('\n'))
    const data = join(folder, 'untouched')
    const nowhere = { DATABASE_URL: 'postgres://u@127.0.0.1:1/db?colour=red', ENTREPOT_DATA: data }
    const checked = await spawnEntrepot(['config', 'check', '--config', file], nowhere)
    expect([checked.code, checked.stdout]).toEqual([1, ''])
    expect(checked.stderr.split('\n').filter((line) => line.startsWith('  - '))).toEqual([
      expect.stringContaining("DATABASE_URL, database.url: cannot be used: the parameter 'colour'"),
      expect.stringContaining('check.yaml:5, plugins.login.colour: is not a setting'),
      expect.stringContaining('check.yaml:6, plugins.login.store: is not a setting'),
      expect.stringContaining(
        'check.yaml:8, plugins.login.providers.google.scpe: is not a setting',
      ),
      expect.stringContaining('check.yaml:9, plugins.login.providers.acme.issuer: is required'),
      '  - check.yaml:10, plugins.mine.colour: must be red.',
      '  - check.yaml:10, plugins.mine: is of another age.',
      '  - check.yaml:11, plugins.old.a.b: is too much.',
      '  - check.yaml:12, plugins.big: ./careful.mjs did not start: I cannot measure that. Change its options, or remove the entry.',
      expect.stringContaining(
        'check.yaml:13, plugins.gone.package: The package not-there was not found',
      ),
    ])
    const started = await spawnEntrepot(['start', '--config', file], nowhere)
    expect(started).toMatchObject({ code: 1, stdout: '', stderr: checked.stderr })
    await expect(stat(data)).rejects.toThrow('ENOENT')
  })

  test('accepts everything that can start, whatever the hub adds', async () => {
    const yaml = [
      'port: 0',
      'devIdp: {enabled: true, port: 0}',
      'mcp: {enabled: true}',
      'plugins:',
      '  login: {package: "@entrepot/oauth", mcp: {accessTokenTtl: 600}}',
      '  mine: {package: ./careful.mjs, colour: red}',
    ].join('\n')
    const file = await write('sound.yaml', yaml)
    const checked = await runEntrepot(['config', 'check', '--config', file], env())
    expect(checked).toMatchObject({ code: 0, stderr: '' })
    const hub = await spawnHub({ env: env(), args: ['--config', file] })
    expect((await fetch(`${hub.url}/.well-known/oauth-authorization-server`)).status).toBe(200)
    expect(await hub.end()).toBe(0)
  })
})
