/** The size of what the browser loads before the console shows anything. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../../packages/console/dist')

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

/** The first script and all that it imports, compressed by brotli, in KB. */
export async function firstScriptKilobytes(): Promise<number> {
  const text = await readFile(join(DIST, '.vite/manifest.json'), 'utf8')
  const chunks = JSON.parse(text) as Readonly<Record<string, Chunk>>
  const loaded = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (chunk === undefined || loaded.has(chunk.file)) return
    loaded.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const [name, { isEntry }] of Object.entries(chunks)) if (isEntry) add(name)
  const sizes = await Promise.all(
    [...loaded].map(async (file) => (await stat(join(DIST, `${file}.br`))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
