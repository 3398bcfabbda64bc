/**
 * `node tools/copy-files.ts <folder of the server>`, after `tsc --build` and the build of the console: puts what the server serves into its
 * package: the guides, the reference with the OpenAPI document, and the console.
 */
import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './imports.ts'

const [server = 'packages/server'] = process.argv.slice(2)
const docs = join(resolve(server), 'dist/site/docs/files')
const console = join(resolve(server), 'dist/site/console/files')

rmSync(docs, { recursive: true, force: true })
for (const folder of ['guides', 'reference']) {
  const filter = (file: string) => !file.endsWith('openapi.last.json')
  cpSync(join(root, 'docs', folder), join(docs, folder), { recursive: true, filter })
}
rmSync(console, { recursive: true, force: true })
cpSync(join(root, 'packages/console/dist'), console, { recursive: true })
