import pg, { type Pool } from 'pg'

/** A pool that calls `onStatement` with the text of each statement before it is sent. */
export function openCountingPool(
  connectionString: string,
  max: number,
  onStatement: (text: string) => void,
): Pool {
  class CountingClient extends pg.Client {
    override query(...given: readonly unknown[]): never {
      const [statement] = given as [string | { readonly text: string }]
      onStatement(typeof statement === 'string' ? statement : statement.text)
      return Reflect.apply(super.query, this, given) as never
    }
  }
  return new pg.Pool({ connectionString, max, Client: CountingClient })
}
