// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how settings are written
import { omitIncomplete, substitute } from '@entrepot/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const ENV = { HOST: 'shop.example', PORT: '81', EMPTY: '', ODD: '${HOST}' }

test.each([
  ['${HOST}', 'shop.example'],
  ['https://${HOST}:${PORT}/', 'https://shop.example:81/'],
  ['$${HOST}', '${HOST}'],
  ['$$${HOST}', '$${HOST}'],
  ['$HOST', '$HOST'],
  ['${HOST', '${HOST'],
  ['${ODD}', '${HOST}'],
])('%s becomes %s', (text, expected) => {
  expect(substitute(text, ENV)).toEqual({ value: expected, issues: [] })
})

test('texts are replaced in lists and groups of any depth, but not in names of settings', () => {
  const settings = { a: [{ '${HOST}': '${HOST}' }], b: { c: ['x', '${PORT}'] } }
  expect(substitute(settings, ENV).value).toEqual({
    a: [{ '${HOST}': 'shop.example' }],
    b: { c: ['x', '81'] },
  })
  expect(settings.b.c[1]).toBe('${PORT}')
})

test('values that are not plain objects or lists are kept unchanged', () => {
  class Store {
    readonly url = '${HOST}'
  }
  const settings = { store: new Store(), hook: () => '${HOST}', count: 1, none: null }
  const { store, hook, count, none } = substitute(settings, ENV).value as typeof settings
  expect([store, hook, count, none]).toEqual([settings.store, settings.hook, 1, null])
  expect(store).toBe(settings.store)
})

test('a variable that is not set or empty is an issue with its name and path', () => {
  expect(substitute({ a: ['${MISSING} and ${EMPTY}'] }, ENV).issues).toEqual([
    {
      path: ['a', 0],
      message:
        'needs the environment variable MISSING, which is not set. Set it, or write the value here',
    },
    {
      path: ['a', 0],
      message:
        'needs the environment variable EMPTY, which is empty. Set it, or write the value here',
    },
  ])
})

test.each(['constructor', '__proto__', 'toString'])(
  'a variable is not set only because every object has a %s',
  (name) => {
    expect(substitute(`\${${name}}`, ENV).issues[0]?.message).toContain(`${name}, which is not set`)
    expect(substitute(`\${${name}}`, process.env).issues).toHaveLength(1)
  },
)

test.each(['${}', '${a b}', '${1A}', '${a-b}', '${A${HOST}}'])(
  '%s names no variable, and the issue does not repeat it, because it may be part of a password',
  (text) => {
    const [issue] = substitute({ secret: `s3cret${text}` }, ENV).issues
    expect(issue?.message).toMatch(
      /^holds a placeholder without the name of an environment variable/,
    )
    expect(issue?.message).not.toContain(text)
  },
)

test('the value of a variable is not substituted again', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (held) => {
      expect(substitute('${S}', { S: held })).toEqual({ value: held, issues: [] })
    }),
  )
})

test('other issues of a text that could not be completed are left out', () => {
  const issue = (...path: (string | number)[]) => ({ path, message: 'must be longer' })
  const found = [issue('secret'), issue('secret', 0), issue('secrets'), issue('port')]
  expect(omitIncomplete(found, [issue('secret')])).toEqual([issue('secrets'), issue('port')])
})
