#!/usr/bin/env -S node --max-semi-space-size=8
/** The `entrepot-connect` command. As in the command of the hub, the smaller space for young objects reduces the memory of the process. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))
// A reader such as `head` may close the pipe before everything is printed.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
const { runCommand } = await import('#main')
await runCommand(process.argv.slice(2), process)
