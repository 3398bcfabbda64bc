/**
 * `node tools/copy-docs.ts <folder of the server>`, after `tsc --build`: puts the guides, the reference and the OpenAPI document into the
 * package of the server, which serves them.
 */
import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './imports.ts'

const [server = 'packages/server'] = process.argv.slice(2)
const target = join(resolve(server), 'dist/docs/files')

rmSync(target, { recursive: true, force: true })
for (const folder of ['guides', 'reference']) {
  const filter = (file: string) => !file.endsWith('openapi.last.json')
  cpSync(join(root, 'docs', folder), join(target, folder), { recursive: true, filter })
}
