/** The rules of provisioning over their whole domains. */
import { isRefusal } from '@entrepot/marketplace'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROLE_NAMES } from '../../src/people/members/roles.ts'
import { type AccessFacts, decideAccess, roleOfGroup } from '../../src/provisioning/access/rules.ts'
import { GROUP, USER } from '../../src/provisioning/resources/attributes.ts'
import { selectionOf } from '../../src/provisioning/resources/filter.ts'
import { applyPatch } from '../../src/provisioning/resources/patch.ts'
import { projectionOf } from '../../src/provisioning/resources/project.ts'
import {
  readUser,
  type StoredUser,
  toUser,
  type UserDraft,
} from '../../src/provisioning/resources/user.ts'
import type { Json } from '../../src/provisioning/resources/values.ts'
import { patchOf } from './directory.ts'

const role = fc.constantFrom(...ROLE_NAMES)
const roleOrNone = fc.option(role, { nil: null })
const name = fc.constantFrom('a', 'B', 'c')
const group = fc.record({ displayName: name, externalId: fc.option(name, { nil: null }) })
const settings = fc.record({
  defaultRole: roleOrNone,
  roles: fc.array(fc.record({ group: name, role }), { maxLength: 4 }),
})
const facts: fc.Arbitrary<AccessFacts> = fc.record({
  isActive: fc.boolean(),
  groups: fc.array(group, { maxLength: 3 }),
  role: roleOrNone,
  givenRole: roleOrNone,
  isProven: fc.boolean(),
})

describe('the access of a person', () => {
  test('is none while inactive', () => {
    fc.assert(
      fc.property(facts, settings, (person, rules) => {
        const decision = decideAccess({ ...person, isActive: false }, rules)
        expect(decision).toEqual({ change: person.role === null ? 'none' : 'end', given: null })
      }),
    )
  })

  test('is the highest role of the groups of an active person', () => {
    fc.assert(
      fc.property(facts, settings, (person, rules) => {
        const roles = person.groups.map((one) => roleOfGroup(one, rules.roles))
        const highest = ROLE_NAMES.find((one) => roles.includes(one))
        fc.pre(highest !== undefined)
        const decision = decideAccess({ ...person, isActive: true, isProven: true }, rules)
        expect(decision).toEqual({
          change: highest === person.role ? 'none' : 'give',
          given: highest,
        })
      }),
    )
  })

  test('gets no role while the person is not proven', () => {
    fc.assert(
      fc.property(facts, settings, (person, rules) => {
        expect(decideAccess({ ...person, isProven: false }, rules).change).not.toBe('give')
      }),
    )
  })

  test('is settled: what was given is not changed again', () => {
    fc.assert(
      fc.property(facts, settings, (person, rules) => {
        const { change, given } = decideAccess(person, rules)
        const roles = { give: given, end: null, none: person.role }
        const next = { ...person, role: roles[change], givenRole: given }
        expect(decideAccess(next, rules)).toEqual({ change: 'none', given })
      }),
    )
  })
})

// Without backslashes: scim2-parse-filter 0.2.10 takes them as they are, and not as escapes of JSON.
const text = fc.constantFrom('ann', 'Ann', 'bo', 'x y', '"', 'é)')
const user = fc.record({ userName: text, title: text, displayName: text })

describe('filters', () => {
  test('compare without case, and and, or and not are those of logic', () => {
    const comparison = fc.record({
      attribute: fc.constantFrom('userName', 'TITLE', 'displayname'),
      value: text,
    })
    fc.assert(
      fc.property(user, comparison, comparison, (resource, one, other) => {
        const textOf = ({ attribute, value }: typeof one) =>
          `${attribute} eq ${JSON.stringify(value)}`
        const passes = (filter: string) => {
          const selection = selectionOf(`(${filter}) and (userName pr)`, USER)
          if (isRefusal(selection) || !selection.test) throw new Error(filter)
          return selection.test(resource as unknown as Json)
        }
        const isEqual = ({ attribute, value }: typeof one) => {
          const found = Object.entries(resource).find(
            ([key]) => key.toLowerCase() === attribute.toLowerCase(),
          )
          return found?.[1].toLowerCase() === value.toLowerCase()
        }
        const [a, b] = [isEqual(one), isEqual(other)]
        expect(passes(textOf(one))).toBe(a)
        expect(passes(`${textOf(one)} and ${textOf(other)}`)).toBe(a && b)
        expect(passes(`${textOf(one)} or ${textOf(other)}`)).toBe(a || b)
        expect(passes(`not (${textOf(one)})`)).toBe(!a)
      }),
    )
  })

  test('of any text are a selection or a refusal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abeq ()[].":or not and pr1\\') }),
        (filter) => {
          const selection = selectionOf(filter, GROUP)
          if (isRefusal(selection)) expect(selection.code).toBe('SCIM_INVALID_FILTER')
          else selection.test?.({ displayName: 'a', members: [{ value: 'b' }] })
        },
      ),
    )
  })
})

const draft = fc.record({
  userName: fc.constantFrom('ann@shop.example', 'bo@shop.example'),
  active: fc.boolean(),
  title: text,
  emails: fc.array(
    fc.record({
      value: fc.constantFrom('a@b.example', 'c@d.example'),
      type: fc.constantFrom('work', 'home'),
    }),
    { maxLength: 3 },
  ),
})

const stored = (body: Json): StoredUser => {
  const read = readUser(body)
  if (isRefusal(read)) throw new Error(read.detail)
  const { isActive = true, ...rest } = read as UserDraft
  const at = new Date(0)
  return { ...rest, isActive, scimId: 'id', version: 1, createdAt: at, updatedAt: at, groups: [] }
}

describe('users', () => {
  test('are answered as they were sent', () => {
    fc.assert(
      fc.property(draft, (body) => {
        expect(toUser(stored(body), '')).toMatchObject(body)
      }),
    )
  })

  test('get by PATCH the value of each attribute, in any case of operation and path', () => {
    const operation = fc.record({
      op: fc.constantFrom('Add', 'replace', 'REPLACE'),
      path: fc.constantFrom('title', 'TITLE', 'urn:ietf:params:scim:schemas:core:2.0:User:title'),
      value: text,
    })
    fc.assert(
      fc.property(draft, operation, (body, one) => {
        const patched = applyPatch(body, patchOf(one), USER)
        expect(patched).toEqual({ ...body, title: one.value })
        expect(
          applyPatch(body, patchOf({ op: one.op, value: { [one.path]: one.value } }), USER),
        ).toEqual(patched)
      }),
    )
  })

  test('are projected to what is wanted and not excluded', () => {
    const names = fc.subarray(['userName', 'title', 'emails', 'active'])
    fc.assert(
      fc.property(draft, names, names, (body, wanted, excluded) => {
        const query = {
          attributes: wanted.join(','),
          excludedAttributes: excluded.join(',').toUpperCase(),
        }
        const keys = Object.keys(projectionOf(query, USER)({ schemas: [], id: 'x', ...body }))
        const all = wanted.length === 0 ? Object.keys(body) : wanted
        const kept = all.filter((one) => !excluded.includes(one))
        expect(keys.toSorted()).toEqual([...kept, 'id', 'schemas'].toSorted())
      }),
    )
  })
})
