/** The items of an RSS or Atom feed, read by sax as a stream. */
import sax, { type SAXParser, type Tag } from 'sax'
import { CatalogueError } from './errors.ts'
import { ElementRow, type SourceRow } from './source-row.ts'
import { MAX_RECORD } from './split-records.ts'

const ITEMS = new Set(['item', 'entry'])

/** Elements below an item. A deeper one is part of the name, such as `shipping.price`. */
const MAX_DEPTH = 4

/** The items that are complete, and the error that ends the reading. */
export interface XmlBatch {
  readonly rows: readonly SourceRow[]
  readonly broken?: CatalogueError
}

/**
 * Reads items. Entities of XML and HTML are expanded, and none that the document declares. The name of an element is its name without the
 * prefix, in lower case; what stands several times is joined by commas.
 */
export class XmlItems {
  readonly #parser: SAXParser
  #found: SourceRow[] = []
  #row = 0
  #path: string[] = []
  #isInItem = false
  #values = new Map<string, string>()
  #text = ''
  #size = 0

  constructor() {
    this.#parser = sax.parser(true, { trim: false })
    this.#parser.onopentag = (tag) => this.#open(tag as Tag)
    this.#parser.onclosetag = (name) => this.#close(local(name))
    this.#parser.ontext = (text) => this.#add(text)
    this.#parser.oncdata = (text) => this.#add(text)
    this.#parser.onerror = (cause) => {
      throw this.#broken(cause.message.split('\n')[0] ?? '', cause)
    }
  }

  push(text: string, isLast: boolean): XmlBatch {
    this.#found = []
    try {
      if (text !== '') this.#parser.write(text)
      if (isLast) this.#parser.close()
      return { rows: this.#found }
    } catch (error) {
      if (!CatalogueError.is(error)) throw error
      return { rows: this.#found, broken: error }
    }
  }

  #broken(problem: string, cause?: unknown): CatalogueError {
    const row = this.#row + 1
    const line = this.#parser.line + 1
    const message = `The XML is broken at item ${row}, line ${line}: ${problem}.`
    return new CatalogueError('CATALOGUE_BROKEN', message, { row, ...(cause ? { cause } : {}) })
  }

  #open(tag: Tag): void {
    const name = local(tag.name)
    if (!this.#isInItem) {
      if (!ITEMS.has(name)) return
      this.#isInItem = true
      this.#values = new Map()
      this.#path = []
      this.#size = 0
      return
    }
    if (this.#path.length >= MAX_DEPTH) throw this.#broken('elements are nested too deeply')
    this.#path.push(name)
    this.#text = ''
    // Atom writes the page of a product as an attribute.
    const { href } = tag.attributes as Record<string, string | undefined>
    if (name === 'link' && href) this.#text = href
  }

  #add(text: string): void {
    if (this.#path.length === 0) return
    this.#size += text.length
    if (this.#size > MAX_RECORD)
      throw this.#broken(`an item is longer than ${MAX_RECORD} characters`)
    this.#text += text
  }

  #close(name: string): void {
    if (!this.#isInItem) return
    if (this.#path.length > 0) {
      const key = this.#path.join('.')
      const text = this.#text.trim()
      const before = this.#values.get(key)
      if (before === undefined) this.#values.set(key, text)
      else if (text !== '') this.#values.set(key, before === '' ? text : `${before}, ${text}`)
      this.#path.pop()
      this.#text = ''
    } else if (ITEMS.has(name)) {
      this.#isInItem = false
      this.#row += 1
      this.#found.push(new ElementRow(this.#row, this.#values))
    }
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
