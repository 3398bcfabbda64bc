/** The guides and the reference as Markdown. */
import { readdir, readFile } from 'node:fs/promises'
import { DOCS } from './files.ts'

type Folder = 'guides' | 'reference'

const FOLDERS: Readonly<Record<Folder, string>> = { guides: 'Guides', reference: 'Reference' }

/** A name of a page. It contains no slash, so that it cannot leave its folder. */
const PAGE = /^[a-z0-9-]+\.md$/

/** Where the files are to which pages link, and which a hub does not serve: READMEs of packages, examples. */
const REPOSITORY = 'https://github.com/entrepot/entrepot/blob/main/'

/** Reads a page, whose links lead to pages of this hub or into the repository. Undefined if there is none. */
export async function readPage(folder: Folder, name: string): Promise<string | undefined> {
  if (!PAGE.test(name)) return undefined
  try {
    const text = await readFile(new URL(`${folder}/${name}`, DOCS), 'utf8')
    return text
      .replaceAll('](../../', `](${REPOSITORY}`)
      .replaceAll('](openapi.json', '](/openapi.json')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Lists all pages, in the format of https://llmstxt.org.
 *
 * @param origin of the links. Without it they are relative
 */
export async function listPages(origin = ''): Promise<string> {
  const sections = await Promise.all(
    Object.entries(FOLDERS).map(async ([folder, title]) => {
      const names = (await readdir(new URL(`${folder}/`, DOCS))).filter((name) => PAGE.test(name))
      const lines = names.sort().map(async (name) => {
        const [heading = name] = ((await readPage(folder as Folder, name)) ?? '').split('\n', 1)
        return `- [${heading.replace(/^# /, '')}](${origin}/docs/${folder}/${name})`
      })
      return `## ${title}\n\n${(await Promise.all(lines)).join('\n')}\n`
    }),
  )
  return `# Entrepot

> A hub between merchants and sales channels, with one HTTP API (v2). Merchants publish products; channels receive every change and send
> orders; merchants acknowledge and ship those orders and handle returns.

All calls with their parameters, answers and errors: [OpenAPI 3.1 document](${origin}/openapi.json).

${sections.join('\n')}`
}
