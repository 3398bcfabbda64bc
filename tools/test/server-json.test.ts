/** The entry for the MCP registry. No npm package has the schema of the registry, so its rules for what the entry uses are here. */
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

const folder = new URL('../../packages/server/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

const CLOSED = { additionalProperties: false }
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** Stricter than the registry, which ignores unknown members. */
const Entry = Type.Object(
  {
    $schema: Type.Literal(SCHEMA),
    name: Type.String({
      pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
      minLength: 3,
      maxLength: 200,
    }),
    title: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({ minLength: 1, maxLength: 100 }),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    websiteUrl: Type.String({ pattern: '^https://' }),
    repository: Type.Object(
      {
        url: Type.String({ pattern: '^https://github.com/' }),
        source: Type.Literal('github'),
        subfolder: Type.String({ pattern: '^[\\w-]+(/[\\w-]+)*$' }),
      },
      CLOSED,
    ),
    remotes: Type.Array(
      Type.Object(
        {
          type: Type.Literal('streamable-http'),
          url: Type.String({ pattern: '^https?://[^\\s]+$' }),
          variables: Type.Record(
            Type.String(),
            Type.Object(
              {
                description: Type.String(),
                placeholder: Type.String(),
                isRequired: Type.Boolean(),
              },
              CLOSED,
            ),
          ),
        },
        CLOSED,
      ),
      { minItems: 1 },
    ),
  },
  CLOSED,
)

test('the entry fulfils the rules of the registry', () => {
  expect([...Value.Errors(Entry, read('server.json'))]).toEqual([])
})

test('each variable in a URL is described, and with its example the URL is that of an endpoint', () => {
  for (const { url, variables } of read('server.json').remotes) {
    const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(variables)).toEqual(names)
    const filled = url.replaceAll(
      /\{(\w+)\}/g,
      (_: string, name: string) => variables[name].placeholder,
    )
    expect(new URL(filled).pathname).toBe('/mcp')
  }
})

test('the entry has the version and the repository of the package', () => {
  const { version, repository } = read('package.json')
  const entry = read('server.json')
  expect(entry.version).toBe(version)
  expect(repository).toMatchObject({
    url: `git+${entry.repository.url}.git`,
    directory: entry.repository.subfolder,
  })
})
