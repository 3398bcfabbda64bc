/**
 * `npm run test:connectors [-- shop...] [options of vitest]`: runs the loop tests of the connectors against real shops. Without names, the
 * shops that are not prepared are left out, and named.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findLoops, findShops, isPrepared } from './connector-shops.ts'
import { root } from './imports.ts'

const isOption = (argument: string) => argument.startsWith('-')
const options = process.argv.slice(2).filter(isOption)
const names = process.argv.slice(2).filter((argument) => !isOption(argument))

const loops = findLoops()
const unknown = names.filter((name) => !loops.has(name))
const chosen = names.length > 0 ? names : [...loops.keys()]
const missing = findShops()
  .filter((shop) => chosen.includes(shop.name) && !isPrepared(shop))
  .map(({ name }) => name)
const prepareThem = `Run: npm run connectors:prepare -- ${missing.join(' ')}`

if (unknown.length > 0) {
  fail(`No loop test is called ${unknown.join(', ')}. There are: ${[...loops.keys()].join(', ')}.`)
} else if (missing.length > 0 && names.length > 0) {
  fail(`Not prepared: ${missing.join(', ')}. ${prepareThem}`)
} else {
  if (missing.length > 0) {
    process.stdout.write(`Left out, since not prepared: ${missing.join(', ')}. ${prepareThem}\n`)
  }
  const files = chosen
    .filter((name) => !missing.includes(name))
    .flatMap((name) => loops.get(name) ?? [])
  process.exitCode = files.length > 0 ? runVitest(files) : fail('No loop test is left to run.')
}

function runVitest(files: readonly string[]): number {
  const args = ['run', '--config', 'vitest.connectors.config.ts', ...options, ...files]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit' })
  return status ?? 1
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
  return 1
}
