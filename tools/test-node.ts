import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run test:node -w packages/NAME`: runs the tests of a package on the oldest supported version of Node, on that of the repository,
 * and on the newest. Each version is downloaded when it is first used (about 100 MB), and stored in `node_modules/.cache/node`, so that
 * `npm ci` does not need to install it.
 */
const VERSIONS = ['22.19.0', '24.21.0', '26.10.0']

const root = fileURLToPath(new URL('..', import.meta.url))
const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('usage: node tools/test-node.ts packages/NAME')

for (const version of VERSIONS) {
  const node = nodeBinary(version)
  const actual = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  if (actual !== `v${version}`) throw new Error(`expected Node ${version}, got ${actual}`)
  process.stdout.write(`\nNode ${version}\n`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  execFileSync(node, [vitest, 'run', target], { cwd: root, stdio: 'inherit' })
}

/** The path of Node in this version, which is installed if it is missing. */
function nodeBinary(version: string): string {
  const folder = join(root, 'node_modules/.cache/node', version)
  const binary = join(folder, 'node_modules/node/bin/node')
  if (existsSync(binary)) return binary
  mkdirSync(folder, { recursive: true })
  // A separate project, so that npm does not treat it as a workspace of the repository.
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  return binary
}
