/** Writes the version of the server into its entry for the MCP registry. Run when versions are raised. */
import { readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../packages/server/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

const { version } = read('package.json')
const entry = { ...read('server.json'), version }
writeFileSync(new URL('server.json', folder), `${JSON.stringify(entry, null, 2)}\n`)
