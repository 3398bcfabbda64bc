/** The tables of a database as text, to compare what different migrations have made. */
import { type Connection, query, queryOne, sql } from '@entrepot/database'

/**
 * Describes all objects of a schema, one a line: sequences, functions, tables with their columns in order, constraints, indexes, triggers and
 * views, and the extensions in it. Indexes of a table are in the order in which they were created, because plans of empty tables depend
 * on it. Rows, owners and rights are not described.
 *
 * @example
 * expect(await describeSchema(database, 'hub')).toBe(kept)
 */
export async function describeSchema(connection: Connection, schema: string): Promise<string> {
  const { lines } = await queryOne<{ lines: readonly string[] }>(connection, describe(schema))
  const rest = await query<{ line: string }>(connection, describeFunctions(schema))
  return [...lines, ...rest.map(({ line }) => line), ''].join('\n')
}

const describe = (schema: string) => sql`
  with tables as (
    select c.oid, c.relname, c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity, obj_description(c.oid, 'pg_class') as comment
    from pg_class c where c.relnamespace = ${schema}::regnamespace
  ), lines as (
    select relname::text as owner, 1 as part, 0::bigint as place, format('%s %s %s %s', case relkind
      when 'r' then 'table' when 'S' then 'sequence' when 'v' then 'view ' || pg_get_viewdef(oid) else 'kind ' || relkind::text end,
      relname, relpersistence, concat_ws(' ', reloptions::text, case when relrowsecurity then 'row security' end, comment)) as line
    from tables where relkind not in ('i', 'I')
    union all
    select t.relname, 2, row_number() over (partition by t.oid order by a.attnum), format('  %s %s %s', a.attname,
      format_type(a.atttypid, a.atttypmod), concat_ws(' ',
        case when a.attnotnull then 'not null' end, 'collate ' || nullif(nullif(l.collname, 'default'), ''),
        'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''),
        'storage ' || nullif(a.attstorage::text, y.typstorage::text), 'default ' || pg_get_expr(d.adbin, d.adrelid),
        col_description(t.oid, a.attnum)))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where t.relkind in ('r', 'v', 'p')
    union all
    select t.relname, 3, row_number() over (partition by t.oid order by k.conname), format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
    from tables t join pg_constraint k on k.conrelid = t.oid and k.contype <> 'n'
    union all
    select t.relname, 4, row_number() over (partition by t.oid order by i.indexrelid),
      format('  %s%s', pg_get_indexdef(i.indexrelid), case when i.indisclustered then ' clustered' end)
    from tables t join pg_index i on i.indrelid = t.oid
    union all
    select t.relname, 5, row_number() over (partition by t.oid order by g.tgname), format('  %s', pg_get_triggerdef(g.oid))
    from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
    union all
    select t.relname, 6, 0, format('  %s start %s step %s from %s to %s cache %s%s of %s', s.seqtypid::regtype, s.seqstart, s.seqincrement,
      s.seqmin, s.seqmax, s.seqcache, case when s.seqcycle then ' cycle' end,
      (select format('%s %s.%s', deptype, refobjid::regclass, refobjsubid) from pg_depend
        where objid = t.oid and classid = 'pg_class'::regclass and refobjsubid > 0 limit 1))
    from tables t join pg_sequence s on s.seqrelid = t.oid
    union all
    select extname, 7, 0, format('extension %s', extname) from pg_extension where extnamespace = ${schema}::regnamespace
  )
  select array_agg(line order by owner collate "C", part, place) as lines from lines`

/** Functions and types, without those of extensions and tables. */
const describeFunctions = (schema: string) => sql`
  select pg_get_functiondef(p.oid) as line, p.proname::text as name from pg_proc p
  where p.pronamespace = ${schema}::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select format('type %s %s', t.typname, t.typtype), t.typname::text from pg_type t
  where t.typnamespace = ${schema}::regnamespace and t.typtype in ('e', 'd')
    and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
  order by 2, 1`
