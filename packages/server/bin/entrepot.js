#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * The `entrepot` command. `--max-semi-space-size=8` halves V8's space for young objects, which reduces the memory of the hub
 * (docs/decisions/0006-sync.md).
 *
 * With the compile cache, the next start neither compiles code nor strips types. The cache is in the folder of the package, because other
 * users could place code in the shared temporary folder. If the folder is not writable, Node runs without a cache. This file is JavaScript,
 * because Node would load its remover of types for a file that comes before the cache (docs/decisions/0008-the-host.md).
 */
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Entrepot needs Node 22.19 or newer, and this is Node ${process.versions.node}. In a clone of the repository, run npm ci first: it installs a newer one.\n`,
  )
  process.exit(1)
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))
// A reader such as `head` may close the pipe before everything is printed.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
const { runCommand } = await import('#main')
await runCommand(process.argv.slice(2), process)
