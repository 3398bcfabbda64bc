/** The versions of Node that tests run on besides that of the repository. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest supported version, one from before Node took the dispatcher of undici 8, that of the repository, and the newest. */
export const NODE_VERSIONS = ['22.19.0', '24.9.0', '24.21.0', '26.10.0']

const cache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))

/**
 * The Node that runs, and each version that {@link installNode} has installed. So the tests of every day need no download.
 *
 * @returns the version and the path of each
 */
export function installedNodes(): readonly (readonly [version: string, binary: string])[] {
  const others = NODE_VERSIONS.filter(
    (version) => version !== process.versions.node && existsSync(binaryOf(version)),
  )
  return [
    [process.versions.node, process.execPath],
    ...others.map((version) => [version, binaryOf(version)] as const),
  ]
}

/**
 * Downloads a version (about 100 MB) if it is not there yet.
 *
 * @returns its path
 */
export function installNode(version: string): string {
  const binary = binaryOf(version)
  if (existsSync(binary)) return binary
  const folder = join(cache, version)
  mkdirSync(folder, { recursive: true })
  // A separate project, so that npm does not treat it as a workspace of the repository.
  const manifest = { private: true, dependencies: { node: version }, allowScripts: { node: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  return binary
}

function binaryOf(version: string): string {
  return join(cache, version, 'node_modules/node/bin/node')
}
