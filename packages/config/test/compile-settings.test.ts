import { compileSettings } from '@entrepot/config'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'

const CLOSED = { additionalProperties: false }

/** `path: message` of every issue of one setting called `it`. */
function issuesOf(schema: TSchema, it: unknown): readonly string[] {
  const check = compileSettings(Type.Object({ it: schema }, CLOSED), {
    formats: {
      domain: { check: (text) => text.includes('.'), wanted: 'a domain, such as shop.example' },
    },
  })
  return check({ it }).issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

function convert(schema: TSchema, it: unknown): unknown {
  const { value, issues } = compileSettings<{ it: unknown }>(Type.Object({ it: schema }))({ it })
  expect(issues).toEqual([])
  return (value as { it: unknown }).it
}

const TextOrList = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Array(Type.String({ minLength: 1 })),
])
const Limit = Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(false)])
const Choice = Type.Union([Type.Literal('always'), Type.Literal('never')])
const Scope = Type.Union([Type.String(), Type.Object({ text: Type.String() }, CLOSED)])

describe('the message of an issue continues the name of the setting', () => {
  test.each<[string, TSchema, unknown, readonly string[]]>([
    ['a text', Type.String(), 5, ['it: must be text']],
    ['a number', Type.Number(), 'many', ['it: must be a number']],
    ['a whole number', Type.Integer(), 1.5, ['it: must be a whole number']],
    ['a switch', Type.Boolean(), 'yes', ['it: must be true or false']],
    ['a list', Type.Array(Type.Integer()), {}, ['it: must be a list']],
    ['a list of texts', Type.Array(Type.String()), 5, ['it: must be text or a list of texts']],
    ['a group', Type.Object({}), [], ['it: must be a group of settings']],
    ['an empty text', Type.String({ minLength: 1 }), '', ['it: must not be empty']],
    [
      'a short text',
      Type.String({ minLength: 32 }),
      'abc',
      ['it: must be at least 32 characters long'],
    ],
    [
      'a long text',
      Type.String({ maxLength: 2 }),
      'abc',
      ['it: must be at most 2 characters long'],
    ],
    ['an empty list', Type.Array(Type.String(), { minItems: 1 }), [], ['it: must not be empty']],
    [
      'a long list',
      Type.Array(Type.Number(), { maxItems: 1 }),
      [1, 2],
      ['it: must have at most 1 entries'],
    ],
    ['a range', Type.Integer({ minimum: 0, maximum: 9 }), 10, ['it: must be from 0 to 9']],
    ['a minimum', Type.Integer({ minimum: 1000 }), 1, ['it: must be at least 1000']],
    [
      'bounds of two kinds',
      Type.Number({ exclusiveMinimum: 0, maximum: 9 }),
      10,
      ['it: must be more than 0 and at most 9'],
    ],
    [
      'a format',
      Type.String({ format: 'domain' }),
      'x',
      ['it: must be a domain, such as shop.example'],
    ],
    [
      'a name with a format',
      Type.Record(Type.String(), Type.Number(), { propertyNames: { format: 'domain' } }),
      { 'a.b': 1, c: 2 },
      ['it.c: must be a domain, such as shop.example'],
    ],
    [
      'an enum',
      Type.Unsafe({ type: 'string', enum: ['a', 'b'] }),
      'c',
      ['it: must be one of a, b'],
    ],
    ['a choice', Choice, 'often', ['it: must be one of always, never']],
    ['a choice of another type', Choice, 7, ['it: must be one of always, never']],
    ['a number or a literal', Limit, 'none', ['it: must be a whole number or false']],
    ['a number below a literal', Limit, 0, ['it: must be at least 1 or false']],
    ['a text or a list', TextOrList, 5, ['it: must be text or a list of texts']],
    ['an empty text or a list', TextOrList, '', ['it: must not be empty']],
    ['a list for a text or a list', TextOrList, ['a', ''], ['it.1: must not be empty']],
    ['a group for a text or a group', Scope, {}, ['it.text: is required']],
    [
      'a group with an issue in it',
      Scope,
      { text: 1, more: 2 },
      ['it.more: is not a setting. Known settings: text', 'it.text: must be text'],
    ],
    [
      'several values of which each fits another form',
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ minLength: 1 }), Type.Object({ n: Type.Number() }, CLOSED)]),
      ),
      { a: '', b: { n: 'x' }, c: 5 },
      [
        'it.a: must not be empty',
        'it.b.n: must be a number',
        'it.c: must be text or a group of settings',
      ],
    ],
    [
      'an issue inside of one form, beside a literal',
      Type.Union([Type.Literal(false), Type.Object({ n: Type.Number() })]),
      { n: 'x' },
      ['it.n: must be a number'],
    ],
    [
      'two issues of one place',
      Type.String({ minLength: 5, format: 'domain' }),
      'x',
      ['it: must be at least 5 characters long'],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(issuesOf(schema, value)).toEqual(expected)
  })

  test('a missing setting is reported at the place where it is missing', () => {
    const check = compileSettings(Type.Object({ a: Type.Object({ 'b/c~d': Type.String() }) }))
    expect(check({ a: {} }).issues).toEqual([{ path: ['a', 'b/c~d'], message: 'is required' }])
    expect(check({ a: { 'b/c~d': 1 } }).issues).toEqual([
      { path: ['a', 'b/c~d'], message: 'must be text' },
    ])
  })

  test('positions in lists are numbers, and names that look like numbers are text', () => {
    const check = compileSettings(Type.Record(Type.String(), Type.Array(Type.String())))
    expect(check({ 7: ['a', 1] }).issues.map(({ path }) => path)).toEqual([['7', 1]])
  })

  test('settings that are not a group are refused as a whole', () => {
    const check = compileSettings(Type.Object({}))
    for (const settings of [[], 'text', null, undefined, 5]) {
      expect(check(settings).issues).toEqual([{ path: [], message: 'must be a group of settings' }])
    }
  })

  test('all issues are reported, whatever their number', () => {
    const check = compileSettings(Type.Object({}, CLOSED))
    const settings = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`n${index}`, 1]))
    expect(check(settings).issues).toHaveLength(200)
  })

  test('no message contains a value', () => {
    const schema = Type.Object(
      {
        a: Type.Integer(),
        b: Type.String({ minLength: 32 }),
        c: Choice,
        d: TextOrList,
        e: Type.String({ pattern: '^x$' }),
        f: Type.Array(Type.String(), { uniqueItems: true }),
      },
      CLOSED,
    )
    const s3cret = 's3cret'
    const settings = {
      a: s3cret,
      b: s3cret,
      c: s3cret,
      d: { s3cret },
      e: s3cret,
      f: [s3cret, s3cret],
    }
    const { issues } = compileSettings(schema)(settings)
    expect(issues).toHaveLength(6)
    expect(JSON.stringify(issues)).not.toContain(s3cret)
  })
})

describe('an unknown name of a setting', () => {
  const schema = Type.Object(
    { port: Type.Optional(Type.Integer()), host: Type.Optional(Type.String()) },
    CLOSED,
  )
  const many = Array.from({ length: 16 }, (_, index) => [
    `setting${'x'.repeat(index * 4)}`,
    Type.Optional(Type.String()),
  ])

  test.each([
    ['prot', schema, '. Did you mean port?'],
    ['PORT', schema, '. Known settings: port, host'],
    ['x', schema, '. Known settings: port, host'],
    ['x', Type.Object(Object.fromEntries(many), CLOSED), ''],
    ['constructor', schema, '. Known settings: port, host'],
  ])('%s gets a suggestion, or a list of the settings if they are few', (name, one, more) => {
    expect(compileSettings(one)({ [name]: 1 }).issues).toEqual([
      { path: [name], message: `is not a setting${more}` },
    ])
  })
})

describe('a text is converted to the type in the schema', () => {
  test.each<[string, TSchema, unknown, unknown]>([
    ['a switch', Type.Boolean(), 'true', true],
    ['a whole number', Type.Integer(), '8080', 8080],
    ['a number', Type.Number(), '-1.5', -1.5],
    ['a number or a literal', Limit, 'false', false],
    ['a list of one', Type.Array(Type.String()), 'a', ['a']],
    ['numbers of a list', Type.Array(Type.Integer()), ['1', '2'], [1, 2]],
    ['text', Type.String(), 'true', 'true'],
    ['text where a list may stand too', TextOrList, 'a', 'a'],
  ])('%s', (_, schema, value, expected) => {
    expect(convert(schema, value)).toEqual(expected)
  })

  test.each<[TSchema, unknown]>([
    [Type.Boolean(), 'TRUE'],
    [Type.Boolean(), 'yes'],
    [Type.Boolean(), 1],
    [Type.Integer(), '0x10'],
    [Type.Integer(), '1e3'],
    [Type.Integer(), ' 1'],
    [Type.Integer(), ''],
    [Type.Integer(), true],
    [Type.Integer(), [1]],
    [Type.String(), 612345678],
    [Type.String(), ['a']],
    [Type.Array(Type.String()), 5],
  ])('nothing else is converted: %s refuses %j', (schema, value) => {
    expect(issuesOf(schema, value)).toHaveLength(1)
  })
})

test('invalid settings always have an issue, and one for each place', () => {
  const forms = Type.Union([Choice, Limit, TextOrList, Scope, Type.Array(Scope)])
  const check = compileSettings(
    Type.Object({ a: forms, b: Type.Record(Type.String(), forms) }, CLOSED),
  )
  const known = fc.constantFrom('a', 'b', 'text', 'always', false, 0, '', 1)
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      known,
      fc.array(tie('any')),
      fc.dictionary(fc.constantFrom('a', 'b', 'text'), tie('any')),
    ),
  })).any
  fc.assert(
    fc.property(fc.oneof(value, fc.anything()), (settings) => {
      const { isValid, issues } = check(settings)
      const places = new Set(issues.map(({ path }) => JSON.stringify(path)))
      expect([issues.length > 0, places.size]).toEqual([!isValid, issues.length])
    }),
    { numRuns: 1_000 },
  )
})

test('defaults are added, and the given settings are not changed', () => {
  const schema = Type.Object({
    port: Type.Integer({ default: 8080 }),
    session: Type.Object({ hours: Type.Number({ default: 1 }) }, { default: {} }),
  })
  const settings = Object.freeze({ port: '1' })
  expect(compileSettings(schema)(settings).value).toEqual({ port: 1, session: { hours: 1 } })
  expect(settings).toEqual({ port: '1' })
})

test('functions and instances of classes are kept unchanged', () => {
  const settings = { hook: () => 1, when: new Date(), map: new Map() }
  const { value } = compileSettings<typeof settings>(Type.Object({}))(settings)
  expect(value).toEqual(settings)
  expect((value as typeof settings).when).toBe(settings.when)
})

test('an invalid schema is refused on first use', () => {
  const check = compileSettings({ type: 'nonsense' })
  expect(() => check({})).toThrow(/schema is invalid/)
})
