/**
 * `npm run connectors:prepare [-- shop...]`: installs the shops with which the loop tests of the connectors run, each in its folder under
 * packages/connectors/shops. A shop that is prepared already takes no time.
 */
import { spawnSync } from 'node:child_process'
import { type ConnectorShop, findShops, isPrepared, markPrepared } from './connector-shops.ts'

const names = process.argv.slice(2)
const shops = findShops()
const unknown = names.filter((name) => shops.every((shop) => shop.name !== name))
if (unknown.length > 0) {
  const known = shops.map(({ name }) => name).join(', ')
  process.stderr.write(
    `No shop to prepare is called ${unknown.join(', ')}. There are: ${known || 'none'}.\n`,
  )
  process.exit(1)
}

for (const shop of shops) {
  if (names.length > 0 && !names.includes(shop.name)) continue
  const startedAt = performance.now()
  if (isPrepared(shop)) {
    process.stdout.write(`${shop.name}: prepared already\n`)
  } else {
    prepare(shop)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    process.stdout.write(`${shop.name}: prepared in ${seconds} s\n`)
  }
}

function prepare(shop: ConnectorShop): void {
  // Packages of shops run no script at their installation.
  if (shop.hasLock) run(shop, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (shop.script !== undefined) {
    run(shop, process.execPath, ['--conditions=@entrepot/source', shop.script])
  }
  markPrepared(shop)
}

function run({ name, folder }: ConnectorShop, command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
  if (error !== undefined) throw error
  if (status === 0) return
  process.stderr.write(`${name} is not prepared: ${command} ${args[0]} ended with ${status}.\n`)
  process.exit(1)
}
