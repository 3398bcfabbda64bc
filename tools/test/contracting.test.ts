/** Every migration lets the nodes of the previous release serve on (docs/decisions/0039-rolling-upgrades.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findBreaks, type NextMigration } from '../contracting.ts'
import { MODULES, RELEASES } from '../releases.ts'

const root = new URL('../../', import.meta.url)

function readModule(folder: string): readonly NextMigration[] {
  const files = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.sql'))
  return files.sort().map((file) => {
    const sql = readFileSync(new URL(`${folder}/${file}`, root), 'utf8')
    return migration(sql, Number(file.slice(0, 4)), file)
  })
}

function migration(sql: string, number: number, name = 'next'): NextMigration {
  const compatibleFrom = Number(/^-- compatible-from: (\d{4})$/m.exec(sql)?.[1] ?? number)
  return { number, name, sql, compatibleFrom }
}

test.skipIf(RELEASES.length === 0).each(Object.entries(MODULES))(
  'the migrations of %s that were never released let nodes of the previous release serve',
  (module, folder) => {
    const [previous = 0, beforePrevious = 0] = RELEASES.toReversed().map(
      ({ migrations }) => migrations[module] ?? 0,
    )
    expect(findBreaks(readModule(folder), { previous, beforePrevious })).toEqual([])
  },
)

describe('a migration after the first release', () => {
  const breaksOf = (sql: string) =>
    findBreaks([migration(`-- compatible-from: 0026\n${sql}`, 27)], {
      previous: 26,
      beforePrevious: 0,
    })

  test.each([
    'alter table a.t add column note text',
    'alter table a.t add note text not null default 0, add other integer default 1 not null',
    'alter table a.t add id bigint generated always as identity',
    'create index on a.t (note)',
    'create table a.u (id int primary key, name text not null); alter table a.u add constraint c check (id > 0)',
    'create table if not exists a.u (id int); create unique index u_id on a.u (id)',
    "update a.t set note = 'drop table a.t; alter table a.t rename to b' -- drop table a.t",
    'alter table a.t alter note set statistics 0',
    'create index t_note on a.t (note); drop index a.t_note; create index t_note on a.t (note, id)',
  ])('may add: %s', (sql) => {
    expect(breaksOf(sql)).toEqual([])
  })

  test.each([
    'drop table a.t',
    'drop index a.t_note',
    'alter table a.t drop column note',
    'alter table a.t add note text, drop note2',
    'alter table a.t rename column note to text',
    'alter table a.t rename to u',
    'alter table a.t alter note type text',
    'alter table a.t alter column note set data type text using note::text',
    'alter table a.t alter note set not null',
    'alter table a.t alter note drop default',
    'alter table a.t alter note set default 1',
    'alter table a.t add note text not null',
    'alter table a.t add column note text default 1, add column other text not null',
    'alter table a.t add constraint c check (note > 0)',
    'alter table a.t add primary key (note)',
    'alter table a.t set schema b',
    'create unique index on a.t (note)',
    'create trigger x before insert on a.t for each row execute function f()',
    'truncate a.t',
    'revoke select on a.t from public',
    'create table a.u (id int); alter table a.t drop column note',
  ])('may not take away: %s', (sql) => {
    expect(breaksOf(sql)).toEqual([expect.stringMatching(/^next: it .*First release a version/)])
  })

  test('must say that nodes of the previous release can serve', () => {
    for (const sql of ['select 1', '-- compatible-from: 0027\nselect 1'])
      expect(findBreaks([migration(sql, 27)], { previous: 26, beforePrevious: 0 })).toEqual([
        expect.stringContaining('says that nodes of the previous release cannot serve'),
      ])
  })

  test('may take away what a release no longer uses, if it needs that release', () => {
    const released = { previous: 28, beforePrevious: 26 }
    const drop = (from: string) => [
      migration(`-- compatible-from: ${from}\nalter table a.t drop column note`, 29),
    ]
    expect(findBreaks(drop('0027'), released)).toEqual([])
    expect(findBreaks(drop('0028'), released)).toEqual([])
    expect(findBreaks(drop('0026'), released)).toHaveLength(1)
    expect(findBreaks(drop('0029'), released)).toHaveLength(1)
  })
})
