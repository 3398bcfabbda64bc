import type { StoredResponse } from './stored-response.ts'

/** The stored responses: the least recently used ones leave when there are too many bytes. */
export class Store {
  readonly #maxBytes: number
  /** In the order of their last use. */
  readonly #entries = new Map<string, StoredResponse>()
  /** The keys of a URI: one for each set of headers, such as credentials. */
  readonly #keysOf = new Map<string, Set<string>>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): StoredResponse | undefined {
    const entry = this.#entries.get(key)
    if (entry !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry
  }

  set(key: string, entry: StoredResponse): void {
    this.delete(key)
    const bytes = sizeOf(key, entry)
    if (bytes > this.#maxBytes) return
    this.#entries.set(key, entry)
    const keys = this.#keysOf.get(entry.uri) ?? new Set()
    this.#keysOf.set(entry.uri, keys.add(key))
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(key, entry)
    const keys = this.#keysOf.get(entry.uri)
    keys?.delete(key)
    if (keys?.size === 0) this.#keysOf.delete(entry.uri)
  }

  /** Deletes what is stored of a URI, for all callers. */
  invalidate(uri: string): void {
    for (const key of [...(this.#keysOf.get(uri) ?? [])]) this.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#keysOf.clear()
    this.#bytes = 0
  }
}

/** The key has the headers of the request, which can be longer than the response. */
function sizeOf(key: string, { size }: StoredResponse): number {
  return key.length + size
}
