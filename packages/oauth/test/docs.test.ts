import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OAUTH_ERROR_CODES } from '@entrepot/oauth'
import { describe, expect, test } from 'vitest'
import { FileOptions } from '../src/config/schema.ts'
import { FAILURE_REASONS } from '../src/failure-reasons.ts'
import { PageSettings, PageStyle } from '../src/pages/schema.ts'
import { DEFAULT_TEXTS } from '../src/pages/texts.ts'
import { ClientKeySettings, DecryptionKeySettings } from '../src/providers/security/settings.ts'
import { ProviderSettings, TrustEmail } from '../src/providers/settings.ts'
import { STRATEGIES } from '../src/providers/strategies/table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]

const keysOf = (text: string) =>
  Array.from(text.matchAll(/^\| `(\w+)` \| .* \| (.*) \|$/gm), ([, key, said]) => [key, said])
const described = (schema: { properties: object }) =>
  Object.entries(schema.properties).map(([key, { description }]) => [key, description])

describe('docs/options.md', () => {
  const [plugin = '', provider = ''] = read('docs/options.md').split('## Of a provider')

  test('holds every option of the plugin, as the schema describes it, and no other', () => {
    expect(keysOf(plugin)).toEqual(described(FileOptions))
  })

  test('holds every setting of a provider, as the schema describes it, and no other', () => {
    expect(keysOf(provider.split('## In code')[0] ?? '')).toEqual([
      ...described(ProviderSettings),
      ...described(TrustEmail),
      ...described(ClientKeySettings),
      ...described(DecryptionKeySettings),
    ])
  })
})

test('docs/pages.md holds every setting and every text, as the code has it, and no other', () => {
  const [, pages = '', style = '', texts = ''] = read('docs/pages.md').split(/^## /m)
  expect(keysOf(pages)).toEqual(described(PageSettings))
  expect(keysOf(style)).toEqual(described(PageStyle))
  const rows = Array.from(texts.matchAll(/^\| `(\w+)` \| (.*) \|$/gm), ([, key, text]) => [
    key,
    text,
  ])
  expect(rows).toEqual(Object.entries(DEFAULT_TEXTS))
})

describe('docs/errors.md', () => {
  test('holds every code, and no other', () => {
    const codes = Array.from(
      read('docs/errors.md').matchAll(/^\| `(OAUTH_\w+)` \|/gm),
      ([, code]) => code,
    )
    expect(codes).toEqual([...OAUTH_ERROR_CODES])
  })

  test('holds every reason of a sign-in that failed, and no other', () => {
    const rows = Array.from(
      read('docs/errors.md').matchAll(/^\| `auth_failed` \| `(\w+)` \|/gm),
      ([, reason]) => reason,
    )
    expect(rows).toEqual([...FAILURE_REASONS])
  })
})

test('docs/administration.md shows the routes that are tested', () => {
  const [, shown] = /^```ts\n(.*?)^```$/ms.exec(read('docs/administration.md')) ?? []
  expect(shown).toBe(read('test/support/admin-routes.ts'))
})

test('every provider has a page that says what to register where', () => {
  for (const { name } of STRATEGIES) {
    const page = read(`docs/providers/${name}.md`)
    expect(page).toMatch(/Register/)
    expect(page).toMatch(/https:\/\/shop\.example\/oauth\/(<name>|\w+)\/callback/)
  }
})

test.each(['docs/security.md', 'docs/states.md'])('every file that %s names is there', (path) => {
  const named = Array.from(
    read(path).matchAll(/`((?:src|test)\/[\w./-]+\.ts)`/g),
    ([, file = '']) => file,
  )
  expect(named.length).toBeGreaterThan(15)
  for (const file of named) expect(existsSync(join(root, file)), file).toBe(true)
})

test('every file of attacks stands on the security page', () => {
  const page = read('docs/security.md')
  for (const file of globSync('test/attacks/*.test.ts', { cwd: root })) expect(page).toContain(file)
})

test('every known problem has a test with the title that the security page gives', () => {
  const rows = Array.from(
    read('docs/security.md').matchAll(
      /^\| .* \| `(test\/attacks\/[\w-]+\.test\.ts)` \| (.+) \|$/gm,
    ),
    ([, file = '', title = '']) => [file, title] as const,
  )
  expect(rows.length).toBeGreaterThan(25)
  for (const [file, title] of rows) expect(read(file), file).toContain(title)
})

test.each(pages)(
  'every heading of %s stands after an empty line, and every example ends',
  (path) => {
    const parts = read(path).split(/^```.*$/m)
    expect(parts.length % 2).toBe(1)
    const prose = parts.filter((_, index) => index % 2 === 0)
    for (const text of prose) expect(text).not.toMatch(/[^\n]\n#{1,4} /)
  },
)

test.each(pages)('every link of %s leads somewhere', (path) => {
  const links = Array.from(
    read(path).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g),
    ([, link = '']) => link,
  )
  for (const link of links) expect(existsSync(join(root, dirname(path), link)), link).toBe(true)
})
