import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:node -w packages/NAME`: runs the tests of a package on every line of Node that it
 * supports: the oldest version allowed, the one of the repository, the newest. Each is fetched on
 * first use (about 100 MB) and kept under `node_modules/.cache/node`: whoever never runs this does
 * not pay for it with every `npm ci`.
 */
const versions = ['22.19.0', '24.21.0', '26.10.0']

const root = fileURLToPath(new URL('..', import.meta.url))
const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('usage: node tools/test-node.ts packages/NAME')

for (const version of versions) {
  const node = nodeBinary(version)
  const actual = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  if (actual !== `v${version}`) throw new Error(`expected Node ${version}, got ${actual}`)
  process.stdout.write(`\nNode ${version}\n`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  execFileSync(node, [vitest, 'run', target], { cwd: root, stdio: 'inherit' })
}

/** The path of a Node of this version, installed if it is not there yet. */
function nodeBinary(version: string): string {
  const folder = join(root, 'node_modules/.cache/node', version)
  const binary = join(folder, 'node_modules/node/bin/node')
  if (existsSync(binary)) return binary
  mkdirSync(folder, { recursive: true })
  // A project of its own, so that npm neither touches ours nor takes this for a workspace of it.
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  return binary
}
