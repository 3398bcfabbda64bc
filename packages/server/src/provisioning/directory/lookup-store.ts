/** The condition of resources with an indexed value. */
import { type Sql, sql } from '@entrepot/database'
import type { Lookup } from '../resources/filter.ts'
import { isScimId } from '../resources/group.ts'

/** Narrows a statement to the rows of a lookup. */
export function conditionOf(lookup: Lookup | undefined): Sql {
  switch (lookup?.by) {
    case 'userName':
      return sql`and user_name_key = ${lookup.value.toLowerCase()}`
    case 'displayName':
      return sql`and display_name_key = ${lookup.value.toLowerCase()}`
    case 'externalId':
      return sql`and external_id = ${lookup.value}`
    case 'id':
      return isScimId(lookup.value) ? sql`and scim_id = ${lookup.value}::uuid` : sql`and false`
    default:
      return sql``
  }
}
