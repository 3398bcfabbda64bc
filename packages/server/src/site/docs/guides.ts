/** The guides and the reference as Markdown. */
import { readdir, readFile } from 'node:fs/promises'
import { DOCS } from './files.ts'

type Folder = 'guides' | 'reference'

/** A name of a page, which may be in a folder of guides. It cannot leave its folder. */
const PAGE = /^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.md$/

/** The list of the guides, in their order. Nothing else has one. */
const INDEX = new URL('guides/README.md', DOCS)

/** Where the files are to which pages link, and which a hub does not serve: READMEs of packages, examples. */
const REPOSITORY = 'https://github.com/entrepot/entrepot/blob/main/'

/**
 * Reads a page, whose links lead to pages of this hub or into the repository. Undefined if there is none.
 *
 * @param name with or without `.md`. The name of a folder of guides is its README
 */
export async function readPage(folder: Folder, name: string): Promise<string | undefined> {
  const file = name.endsWith('.md') ? name : `${name}.md`
  if (!PAGE.test(file)) return undefined
  const text = await readText(`${folder}/${file}`)
  const [part = ''] = file.replace(/\.md$/, '').split('/')
  if (file.includes('/')) {
    return text && withServedLinks(text.replaceAll('](README.md', `](../${part}.md`), '../')
  }
  if (text !== undefined) return withServedLinks(text, '')
  const readme = await readText(`${folder}/${part}/README.md`)
  // It is read beside its folder, not in it.
  const moved = readme
    ?.replaceAll(/\]\((?=[a-z0-9-]+\.md)/g, `](${part}/`)
    .replaceAll('](../', '](')
  return moved && withServedLinks(moved, '')
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(new URL(path, DOCS), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** @param up the way from the page to the folder of all guides */
function withServedLinks(text: string, up: string): string {
  return text
    .replaceAll(`](${up}../../`, `](${REPOSITORY}`)
    .replaceAll(/\]\(((?:\.\.\/)?[a-z0-9-]+)\/README\.md/g, ']($1.md')
    .replaceAll('](openapi.json', '](/openapi.json')
}

/** A guide in the list of the guides. */
export interface ListedGuide {
  /** The name of the file without `.md`, with its folder if it has one. For a README it is the folder. */
  readonly name: string
  readonly title: string
}

/** The guides in the order in which a newcomer needs them. */
export async function readOrder(): Promise<readonly ListedGuide[]> {
  const entries = (await readFile(INDEX, 'utf8')).matchAll(
    /^- \[(.+?)\]\(((?:[a-z0-9-]+\/)?[a-z0-9-]+?)(?:\/README)?\.md\)/gm,
  )
  return Array.from(entries, ([, title = '', name = '']) => ({ name, title }))
}

/** The page with the list of all pages. */
export async function readIndex(): Promise<string> {
  const guides = await readSections()
  return `# Documentation

The guides, in the order in which a newcomer needs them, and the reference. All calls with their parameters, answers and errors: [API
reference](/docs), and as an [OpenAPI 3.1 document](/openapi.json).

${withPaths(guides, '')}
## Reference

${await listReference('')}`
}

/**
 * Lists all pages, in the format of https://llmstxt.org.
 *
 * @param origin of the links. Without it they are relative
 */
export async function listPages(origin = ''): Promise<string> {
  const guides = await readSections()
  return `# Entrepot

> A hub between merchants and sales channels, with one HTTP API (v2). Merchants publish products; channels receive every change and send
> orders; merchants acknowledge and ship those orders and handle returns.

All calls with their parameters, answers and errors: [OpenAPI 3.1 document](${origin}/openapi.json).

${withPaths(guides, origin)}
## Reference

${await listReference(origin)}`
}

/** The list without its heading. */
async function readSections(): Promise<string> {
  const text = await readFile(INDEX, 'utf8')
  return text.slice(text.indexOf('\n## ') + 1).replaceAll('/README.md)', '.md)')
}

function withPaths(guides: string, origin: string): string {
  return guides.replaceAll(/\]\((?=(?:[a-z0-9-]+\/)?[a-z0-9-]+\.md\))/g, `](${origin}/docs/guides/`)
}

async function listReference(origin: string): Promise<string> {
  const names = (await readdir(new URL('reference/', DOCS))).filter((name) => PAGE.test(name))
  const lines = names.sort().map(async (name) => {
    const [heading = name] = ((await readPage('reference', name)) ?? '').split('\n', 1)
    return `- [${heading.replace(/^# /, '')}](${origin}/docs/reference/${name})\n`
  })
  return (await Promise.all(lines)).join('')
}
