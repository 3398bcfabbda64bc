import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENVIRONMENT, Settings } from '../src/config/schema.ts'

const page = readFileSync(
  new URL('../../../docs/reference/configuration.md', import.meta.url),
  'utf8',
)

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The rows of the table: one for each setting, groups left out. */
function rowsOf(schema: Schema, path = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, setting]) => {
    const full = path === '' ? name : `${path}.${name}`
    if (setting.properties) return rowsOf(setting, full)
    const variable = Object.keys(ENVIRONMENT).find((one) => ENVIRONMENT[one] === full)
    const isEmpty = typeof setting.default === 'object'
    const fallback = setting.default === undefined || isEmpty ? '' : `\`${setting.default}\``
    const cells = [`\`${full}\``, variable ? `\`${variable}\`` : '', fallback, setting.description]
    return [`| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |')]
  })
}

test('the page about configuration lists exactly the settings of the schema', () => {
  const rows = page.split('\n').filter((line) => /^\| `[\w.]+` \|.*\|.*\|.*\|$/.test(line))
  expect(rows).toEqual(rowsOf(Settings as Schema))
})

test('it lists every environment variable', () => {
  for (const variable of [...Object.keys(ENVIRONMENT), 'ENTREPOT_CONFIG', 'NODE_ENV']) {
    expect(page).toContain(`\`${variable}\``)
  }
})
