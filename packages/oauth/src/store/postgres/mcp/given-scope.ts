/** `givenScope` as SQL, because statements that claim do not know the granted scope before. */
import { OFFLINE_ACCESS } from '../../rules/given-scope.ts'
import { raw, type Sql, sql } from '../statement.ts'

/** The part of a scope that `allowed` permits. Both are texts of scopes, and null allows all. */
export function givenScope(scope: Sql, allowed: Sql): Sql {
  return sql`case when ${allowed} is null then ${scope} else array_to_string(array(
    select one from unnest(string_to_array(${scope}, ' ')) with ordinality as given (one, place)
    where one = any (string_to_array(${allowed}, ' ')) order by place), ' ') end`
}

/** `isSomethingLeft` of the rules as SQL. */
export function hasGivenScope(scope: Sql, allowed: Sql): Sql {
  const wanted = sql`array_remove(string_to_array(${scope}, ' '), ${raw(`'${OFFLINE_ACCESS}'`)})`
  return sql`(${allowed} is null or ${wanted} = '{}' or ${wanted} && string_to_array(${allowed}, ' '))`
}

/** `allowed` as a parameter. */
export function allowedText(allowed: ReadonlySet<string> | undefined): string | null {
  return allowed === undefined ? null : [...allowed].join(' ')
}
