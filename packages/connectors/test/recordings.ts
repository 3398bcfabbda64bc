/** Recorded answers of shops. They are not part of the repository: tests that compare with them are left out where they are missing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Recording {
  readonly n: number
  readonly group: string
  readonly name: string
  readonly kind?: 'webhook-delivery' | 'observation'
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly body_text?: string
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly secret?: string | null
  readonly oauth?: {
    readonly url?: string
    readonly consumer_key?: string
    readonly consumer_secret?: string
    readonly params: Readonly<Record<string, string>>
    readonly signing_key: string
    readonly base_string: string
    readonly signature: string
    readonly broken?: string
  }
}

/** The folder of recordings of a shop, in `shared/data` next to the repository or above. */
function folderOf(shop: string): string | undefined {
  for (let folder = import.meta.dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    const found = join(folder, 'shared', 'data', shop)
    if (existsSync(found)) return found
  }
  return undefined
}

/** The recordings of a shop in order. Undefined where they are missing. */
export function readRecordings(shop: string): readonly Recording[] | undefined {
  const folder = folderOf(shop)
  if (folder === undefined) return undefined
  return readdirSync(folder)
    .filter((name) => /^\d+-.*\.json$/.test(name))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording)
}
