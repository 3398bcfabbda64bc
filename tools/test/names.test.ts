/** Who owns the names of the API. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesWith } from '@entrepot/marketplace'
import { hubNames } from '@entrepot/server'
import { expect, test } from 'vitest'
import { root } from '../imports.ts'

test('the sources of the marketplace name no code, scope or event of the hub', () => {
  const own = namesWith()
  const added = [
    ...Object.keys(hubNames.problems).filter((code) => !(code in own.problems)),
    ...hubNames.scopes.merchant.filter((scope) => !own.scopes.merchant.includes(scope)),
    ...hubNames.eventTypes.filter((type) => !own.eventTypes.includes(type)),
  ]
  expect(added).toContain('MARKET_LAST_OWNER')
  expect(added).toContain('agents:write')
  expect(added).toContain('member.joined')
  const files = globSync('packages/marketplace/src/**/*.ts', { cwd: root })
  const named = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return added.filter((name) => code.includes(name)).map((name) => `${file}: ${name}`)
  })
  expect(named, 'Move these names to packages/server/src/names.ts, or to its features.').toEqual([])
})
