/**
 * `npm run check:packages`, after `npm run build`: packs each published package, and checks the result with publint and
 * arethetypeswrong. Exits with 1 if one of them finds an issue.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './imports.ts'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const work = mkdtempSync(join(tmpdir(), 'entrepot-packages-'))

/** Packs a package, and returns the path of the tarball. */
function pack(folder: string): string {
  const list = ['pack', '--silent', '--ignore-scripts', '--pack-destination', work]
  return join(work, execFileSync(npm, list, { cwd: folder, encoding: 'utf8' }).trim())
}

/** Runs a tool of the repository. Returns whether it finds no issues, and prints those that it finds. */
function isCleanTo(tool: string, list: readonly string[]): boolean {
  const command = [join(root, 'node_modules', tool), ...list]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`)
  return status === 0
}

try {
  for (const path of globSync('packages/*/package.json', { cwd: root }).sort()) {
    const { name, private: isPrivate } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    if (isPrivate === true) continue
    const tarball = pack(join(root, dirname(path)))
    const found = [
      isCleanTo('publint/src/cli.js', [tarball, '--strict']),
      isCleanTo('@arethetypeswrong/cli/dist/index.js', [tarball, '--profile', 'esm-only']),
    ]
    const isClean = !found.includes(false)
    process.stdout.write(`${name}: ${isClean ? 'no issues' : 'has issues'}\n`)
    if (!isClean) process.exitCode = 1
  }
} finally {
  rmSync(work, { recursive: true })
}
