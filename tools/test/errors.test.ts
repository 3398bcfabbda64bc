import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogueError } from '@entrepot/catalogues'
import * as client from '@entrepot/client'
import { ClientError } from '@entrepot/client'
import { ShopFailure } from '@entrepot/connectors'
import { DatabaseError } from '@entrepot/database'
import { DevIdpError } from '@entrepot/dev-idp'
import { EmbeddedPostgresError } from '@entrepot/embedded-postgres'
import { MarketplaceError } from '@entrepot/marketplace'
import { OAuthError } from '@entrepot/oauth'
import * as rest from '@entrepot/rest'
import { RestError } from '@entrepot/rest'
import { ConfigError } from '@entrepot/server'
import { describe, expect, test } from 'vitest'
import { root } from '../imports.ts'

/** The common part of the error classes: how an error is recognised. */
interface ErrorType {
  readonly name: string
  is(error: unknown): boolean
}

const refusal = { code: 'MARKET_INTERNAL', detail: 'no', errors: [] } as const
const published = [
  ['catalogues', CatalogueError, new CatalogueError('CATALOGUE_BROKEN', 'no')],
  ['client', ClientError, new ClientError('CLIENT_INVALID_OPTION', 'no')],
  ['connectors', ShopFailure, new ShopFailure('denied', 'no')],
  ['database', DatabaseError, new DatabaseError('DATABASE_TLS', 'no')],
  ['dev-idp', DevIdpError, new DevIdpError('DEV_IDP_IN_PRODUCTION', 'no')],
  ['embedded-postgres', EmbeddedPostgresError, new EmbeddedPostgresError('DATABASE_IN_USE', 'no')],
  ['marketplace', MarketplaceError, new MarketplaceError(refusal)],
  ['oauth', OAuthError, new OAuthError('OAUTH_SEAL', 'no')],
  ['rest', RestError, new RestError('no')],
  ['server', ConfigError, new ConfigError([])],
] as const satisfies readonly (readonly [string, ErrorType, Error & { readonly code: string }])[]

/** The error classes by package: the one of each, the subclasses of those with several, and one that its package does not export. */
const classes: readonly (readonly [string, string])[] = [
  ...published.map(([name, type]) => [name, type.name] as const),
  ...Object.entries({ client, rest }).flatMap(([name, module]) =>
    Object.values(module)
      .filter((value) => typeof value === 'function' && value.prototype instanceof Error)
      .map((type) => [name, type.name] as const),
  ),
  ['server', 'BackupError'],
]

describe('errors of packages (docs/decisions/0017-one-way-to-fail.md)', () => {
  test.each(published)(
    '%s: `is` recognises its errors in every copy of the package',
    (name: string, type: ErrorType, error: Error & { readonly code: string }) => {
      const foreign = Object.assign(new Error('no'), {
        [Symbol.for(`@entrepot/${name}/error`)]: true,
      })
      expect([type.is(error), type.is(foreign)]).toEqual([true, true])
      const others = published.filter(([other]) => other !== name).map(([, , one]) => one)
      for (const other of [...others, new Error('no'), null, undefined, 'no', {}]) {
        expect(type.is(other)).toBe(false)
      }
      expect(error.code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
    },
  )

  test('no code uses instanceof for the errors of another package', () => {
    const files = globSync('{packages,examples,bench,chaos,e2e,fuzz}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
    })
    const offenders = files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return classes
        .filter(([name]) => !file.startsWith(`packages/${name}/`))
        .filter(([, type]) => new RegExp(`instanceof (rest\\.)?${type}\\b`).test(text))
        .map(([, type]) => `${file}: ${type}`)
    })
    expect(offenders).toEqual([])
  })
})
