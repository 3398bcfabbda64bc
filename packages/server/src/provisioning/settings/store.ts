/** All SQL of the counts of a directory. */
import { type Connection, queryOne, sql } from '@entrepot/database'

/** How many people a directory has. */
export interface PeopleCounts {
  readonly all: number
  readonly active: number
  /** Who have signed in, or were members before. */
  readonly joined: number
}

/** Counts the people of a directory. */
export async function countPeople(
  connection: Connection,
  customerId: string,
): Promise<PeopleCounts> {
  return await queryOne<PeopleCounts>(
    connection,
    sql`
    select count(*)::int as all, (count(*) filter (where is_active))::int as active,
      (count(*) filter (where user_id is not null))::int as joined
    from hub.scim_users where customer_id = ${customerId}`,
  )
}
