/** `givenScope` as SQL: in the statements that claim, the scope that is granted is not known before. */
import { type Sql, sql } from '../statement.ts'

/** What is given of a scope, where only `allowed` may be; both are texts of scopes, and null allows all. */
export function givenScope(scope: Sql, allowed: Sql): Sql {
  return sql`case when ${allowed} is null then ${scope} else array_to_string(array(
    select one from unnest(string_to_array(${scope}, ' ')) with ordinality as given (one, place)
    where one = any (string_to_array(${allowed}, ' ')) order by place), ' ') end`
}

/** Whether something is left of a scope, or there was none. */
export function hasGivenScope(scope: Sql, allowed: Sql): Sql {
  return sql`(${allowed} is null or ${scope} = '' or string_to_array(${scope}, ' ') && string_to_array(${allowed}, ' '))`
}

/** `allowed` as a parameter. */
export function allowedText(allowed: ReadonlySet<string> | undefined): string | null {
  return allowed === undefined ? null : [...allowed].join(' ')
}
