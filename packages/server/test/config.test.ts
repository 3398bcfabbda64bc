import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicUrlAt } from '../src/config/rules.ts'
import { showConfig } from '../src/config/show.ts'
import { checkConfig } from '../src/host/check-config.ts'
import { ConfigError, readConfig } from '../src/index.ts'
import { runEntrepot } from '../src/testing.ts'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-config-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

async function write(text: string): Promise<string> {
  const path = join(folder, `entrepot-${count++}.yaml`)
  await writeFile(path, text)
  return path
}
const read = async (text: string, env: NodeJS.ProcessEnv = {}) =>
  await readConfig(env, { path: await write(text) })

/** The lines of the error, without the name of the file. */
async function problemsOf(text: string, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const error = await read(text, env)
    .then(checkConfig)
    .then(
      () => undefined,
      (caught: unknown) => caught,
    )
  expect(error).toBeInstanceOf(ConfigError)
  const { message } = error as ConfigError
  return message
    .replace(/entrepot-\d+\.yaml/g, 'file')
    .split('\n')
    .slice(1)
}

describe('the configuration', () => {
  test('has a default for everything, and is frozen deeply', async () => {
    const config = await readConfig({}, { path: await write('') })
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      logLevel: 'info',
      databaseUrl: undefined,
      devIdp: { enabled: true, port: 8090 },
      session: { idleHours: 168, maxHours: 720 },
      plugins: [],
    })
    const open = await read('plugins: {one: {package: x, deep: {list: [1]}}}')
    expect(Object.isFrozen(open.plugins[0]?.options.deep)).toBe(true)
    expect(Object.isFrozen(config.session)).toBe(true)
  })

  test('prefers the environment to the file, and the file to the defaults', async () => {
    const text = 'port: 1000\nhost: localhost\ndatabase:\n  url: postgres://u@file/db\n'
    const config = await read(text, { PORT: '2000', DATABASE_URL: 'postgres://u@env/db', HOST: '' })
    expect(config).toMatchObject({
      port: 2000,
      host: 'localhost',
      databaseUrl: 'postgres://u@env/db',
    })
  })

  test('resolves a data directory in the file from its folder, and one in the environment from the working directory', async () => {
    expect((await read('dataDirectory: data')).dataDirectory).toBe(join(folder, 'data'))
    const ofEnvironment = await read('dataDirectory: data', { ENTREPOT_DATA: 'mine' })
    expect(ofEnvironment.dataDirectory).toBe(join(process.cwd(), 'mine'))
    expect((await read('port: 1')).dataDirectory).toBe(join(process.cwd(), '.entrepot'))
  })

  test(`substitutes \${NAME} anywhere in a text, also in options of plugins, and converts it to the required type`, async () => {
    const config = await read(
      `port: \${P}\nplugins: {one: {package: x, url: "https://\${H}/a/\${P}", list: ["\${H}"], plain: "$\${H}"}}`,
      { P: '81', H: 'shop.example' },
    )
    expect(config.port).toBe(81)
    expect(config.plugins[0]?.options).toEqual({
      url: 'https://shop.example/a/81',
      list: ['shop.example'],
      plain: `\${H}`,
    })
  })

  test.each([`\${}`, `\${a-b}`, `\${1A}`])('refuses %s, which names no variable', async (text) => {
    const [problem] = await problemsOf(`host: "${text}"`)
    expect(problem).toContain('without the name of an environment variable')
  })

  test('does not substitute the value of a variable again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (value) => {
        const config = await read(`plugins: {one: {package: x, secret: "\${S}"}}`, { S: value })
        expect(config.plugins[0]?.options.secret).toBe(value)
      }),
      { numRuns: 30 },
    )
  })

  test('treats a setting without a value as not set, but does not change options of plugins', async () => {
    const config = await read('port:\ndatabase:\n  url:\nplugins: {one: {package: x, none: }}')
    expect([config.port, config.databaseUrl]).toEqual([8080, undefined])
    expect(config.plugins[0]?.options).toEqual({ none: null })
  })

  test('derives the public URL from the redirect URI of the sign-in plugin', async () => {
    const plugin = (uri: string) =>
      `plugins: {a: {package: "@entrepot/oauth", redirectUri: "${uri}"}}`
    const uri = 'https://hub.example/oauth/callback'
    expect((await read(plugin(uri))).publicUrl).toBe('https://hub.example')
    const config = await read(`publicUrl: https://other.example/\n${plugin(uri)}`)
    expect([config.publicUrl, config.trustProxy]).toEqual(['https://other.example', ['loopback']])
    expect((await read(plugin('nonsense'))).publicUrl).toBeUndefined()
  })
})

describe('an invalid configuration', () => {
  test.each([`https://\${HUB_HOST}`, `https://\${HUB_HOST}.example`, `\${HUB_HOST}`])(
    'has one issue for a publicUrl of %s whose variable is not set',
    async (publicUrl) => {
      const redirectUri = 'https://hub.example/oauth/callback'
      const text = `publicUrl: "${publicUrl}"\nmcp: {enabled: true}\nplugins: {a: {package: "@entrepot/oauth", redirectUri: "${redirectUri}"}}`
      expect(
        await problemsOf(text, { NODE_ENV: 'production', ENTREPOT_SECRET: 's'.repeat(32) }),
      ).toEqual([
        '  - file:1, publicUrl: needs the environment variable HUB_HOST, which is not set. Set it, or write the value here.',
      ])
    },
  )

  test('is refused with every issue at once, each with its place and a fix', async () => {
    const text = [
      'prot: 80',
      'port: http',
      'logLevel: loud',
      `host: \${NO_HOST}`,
      'session:',
      '  idleHours: -1',
      '  idle: 3',
      'publicUrl: https://hub.example/path',
      'plugins:',
      '  login:',
      `    secret: \${NO_SECRET}\${NO_SALT}`,
      '  "a b": {package: x}',
      'signIn: yes please',
    ].join('\n')
    expect(await problemsOf(text, { DATABASE_URL: 'mysql://x' })).toMatchInlineSnapshot(`
      [
        "  - file:4, host: needs the environment variable NO_HOST, which is not set. Set it, or write the value here.",
        "  - file:11, plugins.login.secret: needs the environment variable NO_SECRET, which is not set. Set it, or write the value here.",
        "  - file:11, plugins.login.secret: needs the environment variable NO_SALT, which is not set. Set it, or write the value here.",
        "  - file:1, prot: is not a setting. Did you mean port?",
        "  - file:8, publicUrl: must be the origin of a website, such as https://hub.example, without a path.",
        "  - file:2, port: must be a whole number.",
        "  - file:3, logLevel: must be one of trace, debug, info, warn, error, fatal, silent.",
        "  - DATABASE_URL, database.url: must be a URL that begins with postgres:// or postgresql://. Leave it out for the embedded database.",
        "  - file:7, session.idle: is not a setting. Known settings: idleHours, maxHours.",
        "  - file:6, session.idleHours: must be more than 0 and at most 8760.",
        "  - file:13, signIn: must be a group of settings.",
        "  - file:12, plugins.a b: must be a name of at most 64 letters, digits, - and _ that begins with a letter.",
        "  - file:10, plugins.login.package: is required.",
      ]
    `)
  })

  test.each([
    ['a: [1', /file:1: This is no YAML: /],
    ['port: 1\nport: 2', /file:2: This is no YAML: Map keys must be unique/],
    ['- 1', /must hold settings/],
    ['just text', /must hold settings/],
    ['a: *nowhere', /This is no YAML/],
    ['a: 1\n---\nb: 2', /This is no YAML/],
  ])('that is %j is refused as a whole', async (text, reason) => {
    expect((await problemsOf(text)).join('\n')).toMatch(reason)
  })

  test('has an issue for a second sign-in plugin', async () => {
    const text = 'plugins:\n  a: {package: "@entrepot/oauth"}\n  b: {package: "@entrepot/oauth"}'
    expect(await problemsOf(text)).toEqual([
      '  - file:3, plugins.b.package: is @entrepot/oauth, which plugins.a uses already. Put all providers into one entry.',
    ])
  })

  test('has an issue for each allowed origin in another form than browsers send', async () => {
    const good = ['https://a.example', 'http://a.example:81', 'chrome-extension://abc', '*']
    const bad = [
      'https://a.example/',
      'https://a.example:443',
      'https://A.example',
      'a.example',
      'https://*.a.example/x',
      'chrome-extension://abc/',
      'https://u@a.example',
    ]
    const mcp = { enabled: true, allowedOrigins: [...good, ...bad] }
    const problems = await problemsOf(JSON.stringify({ mcp }))
    const places = bad.map(
      (_, index) => `mcp.allowedOrigins.${good.length + index}: must be an origin`,
    )
    expect(problems).toHaveLength(bad.length)
    for (const place of places) expect(problems.join('\n')).toContain(place)
  })

  test('has no secret in its issues', async () => {
    const issues = [
      await problemsOf('secret: short-s3cret\nport: x'),
      await problemsOf('secret: "s3cret\nport: x'),
      await problemsOf('database: {url: "mysql://u:s3cret@h/d"}'),
      await problemsOf('secret: [s3cret, {s3cret: 1}]'),
    ]
    expect(issues.flat().join('\n')).not.toContain('s3cret')
  })

  test('that expands without end is refused without being expanded', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
    )
    const begun = performance.now()
    expect(await problemsOf(['l0: &l0 [lol]', ...levels].join('\n'))).toHaveLength(1)
    // Worked out it would have 9^12 entries.
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test.each([
    '&all\nport: 1\nsession: *all',
    'plugins:\n  a: &a\n    package: a\n    options: [*a]',
  ])('that contains itself is refused: %j', async (text) => {
    expect((await problemsOf(text))[0]).toMatch(/holds an alias of itself/)
  })

  test('always leads to a list of problems, whatever the file contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ maxDepth: 3 }), async (value) => {
        const text = JSON.stringify({ plugins: value, database: value, secret: value }) ?? ''
        await read(text).catch((error) => expect(error).toBeInstanceOf(ConfigError))
      }),
      { numRuns: 100 },
    )
  })
})

describe('a setting that a start would refuse', () => {
  test.each(['5', '"5"', '127.0.0.256', 'a b', 'http://x', '0x7f000001', 'a_.-x.', '""'])(
    'is a host of %s',
    async (host) => {
      const problems = await problemsOf(`host: ${host}`)
      expect(problems).toEqual([expect.stringMatching(/^ {2}- file:1, host: must be /)])
    },
  )
  test.each(['localhost', '::1', '0.0.0.0', 'db-1.example.', 'a_b', '1a.example', 'x'])(
    'is no host of %s',
    async (host) => expect((await read(`host: "${host}"`)).host).toBe(host),
  )

  test('is a database URL that cannot be used, which is named by its line', async () => {
    expect(await problemsOf('port: 1\ndatabase:\n  url: postgres://h:s3cret@/d?x=1')).toEqual([
      expect.stringMatching(
        /^ {2}- file:3, database.url: cannot be used: the parameter 'x' is not/,
      ),
    ])
    expect(await problemsOf('', { DATABASE_URL: 'postgres://h/d' })).toEqual([
      expect.stringMatching(/^ {2}- DATABASE_URL, database.url: cannot be used: it has no user/),
    ])
  })

  const provider = (settings: string) =>
    `plugins:\n  login:\n    package: "@entrepot/oauth"\n    providers: {google: ${settings}}`

  test('is a provider with half of its credentials, but not one without credentials', async () => {
    const fix = 'Set it, or leave both out to keep the provider inactive.'
    expect(await problemsOf(provider('{clientId: a}'))).toEqual([
      `  - file:4, plugins.login.providers.google.clientSecret: is required with clientId. ${fix}`,
    ])
    expect(await problemsOf(provider('{clientSecret: a}'))).toEqual([
      `  - file:4, plugins.login.providers.google.clientId: is required with clientSecret. ${fix}`,
    ])
    expect((await read(provider('{provider: google}'))).plugins).toHaveLength(1)
    expect(await problemsOf(provider('{clientKeys: [{keyFile: k.pem}]}'))).toEqual([
      `  - file:4, plugins.login.providers.google.clientId: is required with clientKeys. ${fix}`,
    ])
  })

  test.each([
    'clientKeys: [{keyFile: k.pem}]',
    'clientAuthentication: none',
    'clientAuthentication: private_key_jwt',
  ])('is no provider without a secret that has %s', async (credential) => {
    const text = `publicUrl: https://h.example\n${provider(`{clientId: a, ${credential}}`)}`
    expect((await read(text)).plugins).toHaveLength(1)
  })

  test('is a provider without publicUrl, and only that is named', async () => {
    const text = provider('{clientId: a, clientSecret: b}')
    expect(await problemsOf(text)).toEqual([
      '  - publicUrl: is required for the sign-in of plugins.login. Set it to the origin that people open, such as https://hub.example.',
    ])
    const env = { NODE_ENV: 'production', ENTREPOT_SECRET: 's'.repeat(32) }
    expect(await problemsOf(text, env)).toEqual([
      expect.stringContaining('publicUrl: is required in production.'),
    ])
    expect((await read(text, { ENTREPOT_PUBLIC_URL: 'https://h.example' })).plugins).toHaveLength(1)
  })

  test('is a secret whose variable is not set, with the command that creates one', async () => {
    expect(await problemsOf(`secret: \${ENTREPOT_SECRET}`)).toEqual([
      '  - file:1, secret: needs the environment variable ENTREPOT_SECRET, which is not set. Set it to the output of `openssl rand -base64 33`, the same on every node.',
    ])
  })
})

test('commands read only where the database is', async () => {
  const text = [
    `secret: \${NO_SECRET}`,
    'host: 5',
    'database: {url: postgres://u@127.0.0.1:1/d}',
    `plugins: {login: {package: nonsense, clientSecret: "\${NO_SECRET}"}}`,
  ].join('\n')
  const run = async (file: string) =>
    await runEntrepot(['customers', 'list', '--config', await write(file)])
  expect((await run(text)).stderr).toContain('DATABASE_UNREACHABLE')
  const misspelled = await run('databse: {url: x}\nhost: 5')
  expect(misspelled.stderr).toContain('Did you mean database?')
  expect(misspelled.stderr).not.toContain('host')
  const unset = await run(`database: {url: "postgres://\${NO_USER}@h/d"}`)
  expect(unset.stderr).toContain('database.url: needs the environment variable NO_USER')
})

describe('mcp.enabled', () => {
  const isOn = async (text: string, env: NodeJS.ProcessEnv = {}) =>
    (await read(text, { ENTREPOT_SECRET: 'x'.repeat(40), ...env })).mcp.enabled
  const plugin = (more = '') => `plugins: {login: {package: '@entrepot/oauth'${more}}}`

  test('is true with the development provider on this machine, unless the file says otherwise', async () => {
    expect(await isOn('')).toBe(true)
    expect(await isOn('mcp: {allowedOrigins: ["https://agent.example"]}')).toBe(true)
    expect(await isOn('publicUrl: http://localhost:8080')).toBe(true)
    expect(await isOn('mcp: {enabled: false}')).toBe(false)
    expect(await isOn(`${plugin()}\ndevIdp: {enabled: true}`)).toBe(true)
  })

  test.each([
    ['in production', 'publicUrl: https://hub.example', { NODE_ENV: 'production' }],
    ['without the development provider', 'devIdp: {enabled: false}', {}],
    ['with a provider', plugin(), {}],
    ['where others reach the hub', 'host: 0.0.0.0', {}],
    ['where a proxy leads others to the hub', 'publicUrl: https://hub.example', {}],
    [
      'where the sign-in returns to another address',
      `publicUrl: http://localhost:8080\ndevIdp: {enabled: true}\n${plugin(', redirectUri: "http://127.0.0.1:8080/oauth/callback"')}`,
      {},
    ],
  ])('is false %s, unless the file says otherwise', async (_, text, env) => {
    expect(await isOn(text, env)).toBe(false)
  })

  test('requires a sign-in, and refuses settings that the hub sets itself', async () => {
    expect(
      await problemsOf('mcp: {enabled: true}\ndevIdp: {enabled: false}\nsignIn: {passkeys: false}'),
    ).toEqual([expect.stringMatching(/mcp.enabled: needs a way to sign in: .* devIdp.enabled/)])
    const plugin = "plugins: {login: {package: '@entrepot/oauth', mcp: {issuer: x, scopes: {}}}}"
    expect(await problemsOf(`mcp: {enabled: true}\n${plugin}`)).toEqual([
      expect.stringContaining('plugins.login.mcp.issuer: is the publicUrl of the hub'),
      expect.stringContaining('plugins.login.mcp.scopes: are set by the hub, for its tools'),
    ])
  })
})

describe('signIn.passkeys', () => {
  const secret = { ENTREPOT_SECRET: 'x'.repeat(40) }
  const passkeys = async (text: string, env: NodeJS.ProcessEnv = {}) =>
    (await read(text, env)).signIn.passkeys
  const OFF = 'devIdp: {enabled: false}'
  const google = (clientSecret: string) =>
    `plugins: {login: {package: '@entrepot/oauth', providers: {google: {clientId: a, clientSecret: '${clientSecret}'}}}}`

  test('is on where nobody could sign in otherwise, and the address allows it', async () => {
    expect(await passkeys('')).toBe(false)
    expect(await passkeys(OFF)).toBe(true)
    expect(await passkeys(`${OFF}\npublicUrl: https://hub.example`)).toBe(true)
    expect(await passkeys(`${OFF}\nhost: 192.168.0.4`)).toBe(false)
    expect(await passkeys(`${OFF}\npublicUrl: http://127.0.0.1:8080`)).toBe(false)
    expect(await passkeys(`${google('b')}\npublicUrl: https://hub.example`)).toBe(false)
    expect(await passkeys(`${google('')}\npublicUrl: https://hub.example`)).toBe(true)
    const both = `${google('b')}\npublicUrl: https://hub.example\nsignIn: {passkeys: true}`
    expect(await passkeys(both)).toBe(true)
  })

  test('in production needs a secret and a public URL, and a hub without them serves the API only', async () => {
    const production = { NODE_ENV: 'production' }
    expect(await passkeys('', production)).toBe(false)
    expect(await passkeys('', { ...production, ...secret })).toBe(false)
    const url = 'publicUrl: https://hub.example'
    expect(await passkeys(url, production)).toBe(false)
    expect(await passkeys(url, { ...production, ...secret })).toBe(true)
    expect(await problemsOf('signIn: {passkeys: true}', production)).toEqual([
      expect.stringContaining('secret: is required in production'),
      expect.stringContaining('publicUrl: is required in production'),
    ])
  })

  test('is refused with rules that no passkey fulfils, if there is no other way in', async () => {
    const rules = (acr: string, more = '') =>
      `devIdp: {enabled: false}\nsignIn: {passkeys: true, stepUp: [{acr: [${acr}]}]}\n${more}`
    expect(await problemsOf(rules('mfa'))).toEqual([
      expect.stringContaining('needs mfa (acr), but people sign in with passkeys only'),
    ])
    expect(await passkeys(rules('mfa, phr'))).toBe(true)
    expect(await passkeys(rules('mfa', `${google('b')}\npublicUrl: https://hub.example`))).toBe(
      true,
    )
  })

  test('is refused at an address where browsers offer no passkeys, and makes this machine localhost', async () => {
    const on = 'signIn: {passkeys: true}'
    for (const address of ['http://127.0.0.1:8080', 'https://10.0.0.1', 'http://hub.example']) {
      expect(await problemsOf(`${on}\npublicUrl: ${address}`)).toEqual([
        expect.stringContaining(`signIn.passkeys: needs an address with https and a name, but`),
      ])
    }
    expect(publicUrlAt(await read(on), 8080)).toBe('http://localhost:8080')
    expect(publicUrlAt(await read(`${on}\nhost: 0.0.0.0`), 8080)).toBe('http://localhost:8080')
    expect(publicUrlAt(await read(''), 8080)).toBe('http://127.0.0.1:8080')
  })
})

test('publicUrl and redirectUri must have the same origin', async () => {
  const redirectUri = 'http://localhost:8080/oauth/callback'
  const plugin = `plugins: {login: {package: '@entrepot/oauth', redirectUri: "${redirectUri}"}}`
  const text = `publicUrl: http://127.0.0.1:8080\n${plugin}`
  expect(await problemsOf(`${text}\nmcp: {enabled: true}`)).toEqual([
    '  - file:1, publicUrl: is http://127.0.0.1:8080, but the sign-in returns to http://localhost:8080 (redirectUri of @entrepot/oauth). Use the same origin for both.',
  ])
  expect((await read(text)).publicUrl).toBe('http://127.0.0.1:8080')
  expect((await read(`${plugin}\nmcp: {enabled: true}`)).mcp.enabled).toBe(true)
})

describe('webhooks.allowHosts', () => {
  const hosts = async (text: string, env: NodeJS.ProcessEnv = {}) =>
    (await read(text, { ENTREPOT_SECRET: 'x'.repeat(40), ...env })).webhooks.allowHosts
  const LOCAL = ['localhost', '127.0.0.1', '[::1]']

  test('contain this machine on a hub in development that only this machine can reach', async () => {
    expect(await hosts('')).toEqual(LOCAL)
    expect(await hosts('host: ::1\npublicUrl: http://localhost:8080')).toEqual(LOCAL)
    expect(await hosts('', { ENTREPOT_WEBHOOK_HOSTS: 'erp.internal,localhost' })).toEqual([
      'erp.internal',
      ...LOCAL,
    ])
  })

  test('are only those of the configuration in production, and on a hub that others can reach', async () => {
    const external = 'postgres://hub@db.example/hub'
    expect(await hosts('', { NODE_ENV: 'production' })).toEqual([])
    expect(await hosts('', { DATABASE_URL: external })).toEqual([])
    expect(await hosts('', { HOST: '0.0.0.0' })).toEqual([])
    expect(await hosts('host: 192.168.1.10')).toEqual([])
    expect(await hosts('publicUrl: https://hub.example')).toEqual([])
    const named = { NODE_ENV: 'production', ENTREPOT_WEBHOOK_HOSTS: 'localhost:9000' }
    expect(await hosts('', named)).toEqual(['localhost:9000'])
  })
})

describe('the mode', () => {
  const external = { DATABASE_URL: 'postgres://u@db.example/x' }
  test.each([
    ['with the embedded database', {}, false],
    ['with an external database', external, true],
    ['with an external database for development', { ...external, NODE_ENV: 'development' }, false],
    ['with NODE_ENV=production', { NODE_ENV: 'production' }, true],
  ])('%s', async (_, env, isProduction) => {
    const config = await read('', env)
    expect([config.isProduction, config.devIdp.enabled]).toEqual([isProduction, !isProduction])
  })

  test('is named with the way to change it, if an external database sets it', async () => {
    expect(await problemsOf('devIdp: {enabled: true}', external)).toEqual([
      '  - file:1, devIdp.enabled: lets everyone sign in as anyone, so it is not allowed in production. Remove it, and configure a provider. A hub with an external database is in production mode, unless NODE_ENV is development.',
    ])
  })
})

describe('in production', () => {
  const env = { NODE_ENV: 'production' }

  test('all settings for development only are refused together', async () => {
    const text = [
      'devIdp: {enabled: true}',
      'plugins:',
      '  login:',
      '    package: "@entrepot/oauth"',
      '    redirectUri: http://hub.example/oauth/callback',
      '    debug: true',
      '  other: {package: x, debug: "true"}',
    ].join('\n')
    expect(await problemsOf(text, env)).toMatchInlineSnapshot(`
      [
        "  - file:1, devIdp.enabled: lets everyone sign in as anyone, so it is not allowed in production. Remove it, and configure a provider.",
        "  - file:6, plugins.login.debug: shows confidential data. Remove it in production.",
        "  - file:7, plugins.other.debug: shows confidential data. Remove it in production.",
        "  - secret: is required in production, the same on every node. Set ENTREPOT_SECRET to the output of \`openssl rand -base64 33\`.",
        "  - file:5, plugins.login.redirectUri: is http://hub.example: cookies and tokens would cross the network unencrypted. Use https, with a proxy in front of the hub that terminates TLS.",
      ]
    `)
  })

  test('plain http is allowed on loopback, and a hub without plugins needs no secret', async () => {
    const secret = 's'.repeat(32)
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:1']) {
      const config = await read(`publicUrl: "${origin}"\nplugins: {a: {package: x}}`, {
        ...env,
        ENTREPOT_SECRET: secret,
      })
      expect(config.publicUrl).toBe(origin)
    }
    for (const origin of [
      'http://127.0.0.1.example',
      'http://localhost.example',
      'http://10.0.0.1',
    ]) {
      const problems = await problemsOf(`publicUrl: ${origin}\nplugins: {a: {package: x}}`, {
        ...env,
        ENTREPOT_SECRET: secret,
      })
      expect(problems).toEqual([expect.stringContaining('unencrypted')])
    }
    const bare = await read('', env)
    expect([bare.devIdp.enabled, bare.secrets]).toEqual([false, undefined])
  })
})

describe('entrepot config check', () => {
  test('prints the configuration with the place of secrets, but without the secrets', async () => {
    const path = await write(
      'secret: [s3cret-s3cret-s3cret-s3cret-s3cret]\ndatabase: {url: "postgres://u:s3cret@h/d"}\n' +
        `plugins: {login: {package: "@fastify/cookie", clientId: abc, clientSecret: s3cret, other: "\${OTHER}"}}`,
    )
    const { code, stdout, stderr } = await runEntrepot(['config', 'check', '--config', path], {
      OTHER: 's3cret',
      PORT: '81',
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('s3cret')
    for (const text of [
      path,
      'port: 81',
      'clientId: abc',
      `\${OTHER}`,
      'postgres://u:[hidden]@h/d',
    ]) {
      expect(stdout).toContain(text)
    }
  })

  test('hides every kind of secret of a plugin, and shows other settings with similar names', async () => {
    const hidden = [
      'signingKeyPem',
      'initialAccessToken',
      'clientSecret',
      'client_secret',
      'password',
      'apiKey',
      'api_key',
      'privateKey',
      'private-key',
      'tokens',
      'pass',
      'smtpPassword',
      'credentials',
      'accessKey',
    ]
    const shown = {
      tokenUrl: 'https://id.example/token',
      accessTokenTtl: 601,
      refreshTokenTtl: 602,
      tokenValidationInterval: 603,
      keyRotationInterval: 604,
    }
    const pem = '-----BEGIN EC PRIVATE KEY-----\ns3cret\n-----END EC PRIVATE KEY-----'
    const secrets = Object.fromEntries(hidden.map((name) => [name, ['s3cret']]))
    const options = { ...shown, ...secrets, deep: { signingKeyPem: 's3cret', other: pem } }
    const text = JSON.stringify({ plugins: { login: { package: 'x', ...options } } })
    const yaml = await showConfig(await read(text))
    expect(yaml).not.toContain('s3cret')
    expect(yaml.match(/\[hidden\]/g)).toHaveLength(hidden.length + 2)
    for (const [name, value] of Object.entries(shown)) expect(yaml).toContain(`${name}: ${value}`)
  })

  test('lists the issues and ends with 1, and a given file must exist', async () => {
    const faulty = await runEntrepot(['config', 'check', '--config', await write('prot: 1')])
    expect(faulty).toMatchObject({ code: 1, stdout: '' })
    expect(faulty.stderr).toContain('Did you mean port?')
    const missing = await runEntrepot(['--config', join(folder, 'none.yaml'), 'config', 'check'])
    expect(missing.stderr).toContain('cannot be read (ENOENT)')
    const byVariable = await runEntrepot(['keys', 'list', '--customer', '1'], {
      ENTREPOT_CONFIG: await write('prot: 1'),
    })
    expect(byVariable.stderr).toContain('Did you mean port?')
  })
})
