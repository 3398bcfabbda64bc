import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installNode, NODE_VERSIONS } from '../packages/test-support/src/nodes.ts'

/**
 * `npm run test:node -w packages/NAME`: runs the tests of a package on each of `NODE_VERSIONS`. Each version is downloaded when it is
 * first used, so that `npm ci` does not need to install it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('usage: node tools/test-node.ts packages/NAME')

for (const version of NODE_VERSIONS) {
  const node = installNode(version)
  const actual = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  if (actual !== `v${version}`) throw new Error(`expected Node ${version}, got ${actual}`)
  process.stdout.write(`\nNode ${version}\n`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  execFileSync(node, [vitest, 'run', target, 'tools/test/globals.test.ts'], {
    cwd: root,
    stdio: 'inherit',
  })
}
