/**
 * The font of the console: Inter, cut to the weights that it uses, which takes a third off. The result is kept in node_modules/.cache, because
 * cutting takes seconds.
 */
import { hash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const NAME = '@fontsource-variable/inter'
const PACKAGE = dirname(createRequire(import.meta.url).resolve(`${NAME}/package.json`))

/** Characters by Unicode: those of Google Fonts for `latin` and `latin-ext`, in which all languages of Europe with Latin letters are written. */
const FILES: Readonly<Record<string, string>> = {
  latin: 'inter-latin-wght-normal.woff2',
  'latin-ext': 'inter-latin-ext-wght-normal.woff2',
}

const WEIGHTS = { min: 400, max: 700, default: 400 }

interface PackageText {
  readonly version: string
  readonly license: string
}

/** Writes the cut files, and returns their folder. */
export async function cutFonts(): Promise<string> {
  const { version } = await readPackage()
  const ranges = await readJson<Record<string, string>>('unicode.json')
  const recipe = hash('sha256', JSON.stringify([version, WEIGHTS, ranges, FILES])).slice(0, 16)
  const folder = join(import.meta.dirname, '../../node_modules/.cache/entrepot-fonts', recipe)
  await mkdir(folder, { recursive: true })
  for (const [name, file] of Object.entries(FILES)) {
    const path = join(folder, `inter-${name}.woff2`)
    if (await isWritten(path)) continue
    const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } } as const
    const whole = await readFile(join(PACKAGE, 'files', file))
    const cut = await subsetFont(whole, charactersOf(ranges[name] ?? ''), options)
    // Another process may do the same.
    const own = `${path}.${process.pid}`
    await writeFile(own, cut)
    await rename(own, path)
  }
  return folder
}

/** Lets the page load the fonts before its styles ask for them, and adds their licence to those of the files. */
export function shipFonts(): Plugin {
  return {
    name: 'entrepot-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/console/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
            injectTo: 'head-prepend' as const,
          })),
    },
    async writeBundle({ dir = '' }) {
      const { version, license } = await readPackage()
      const text = await readFile(join(PACKAGE, 'LICENSE'), 'utf8')
      const section = `\n## ${NAME} - ${version} (${license})\n\n${text}`
      await appendFile(join(dir, 'licenses.md'), section)
    },
  }
}

async function isWritten(path: string): Promise<boolean> {
  return await readFile(path).then(
    () => true,
    () => false,
  )
}

async function readJson<Content>(file: string): Promise<Content> {
  return JSON.parse(await readFile(join(PACKAGE, file), 'utf8')) as Content
}

const readPackage = async () => await readJson<PackageText>('package.json')

/** All characters of ranges such as `U+0000-00FF,U+20AC`. */
function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .map((range) => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      const length = last - first + 1
      return Array.from({ length }, (_, index) => String.fromCodePoint(first + index)).join('')
    })
    .join('')
}
