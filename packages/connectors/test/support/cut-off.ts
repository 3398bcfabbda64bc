/** Cuts off a write to a shop after each of its calls in turn, as the end of the process does, and writes again. */
import { type Client, createClient, type Request } from '@entrepot/rest'
import { expect } from 'vitest'
import type { Outcome } from '../../src/adapter/outcomes.ts'

/** One write of an adapter: of a record with all that belongs to it. */
export interface CutWrite<Made, Result> {
  /** Makes what the write is about, anew for each cut. */
  prepare(): Promise<Made> | Made
  /**
   * Opens the adapter with a client, and writes.
   *
   * @param isAgain whether an earlier process may have written it: the core then looks for an order by its mark first
   */
  write(http: Client, made: Made, isAgain: boolean): Promise<Result>
  /** Expects that the record is in the shop once, and whole. */
  verify(made: Made, result: Result): Promise<void> | void
}

const ENDED = 'The process has ended.'

/**
 * Cuts off a write after its first call, then after its second, until it is not cut off any more: the shop has done the call, and the answer is lost.
 * After each cut, it is written again. Calls that only read are not counted: the shop is then as it was after the call before.
 *
 * @returns how many calls of the write change the shop
 */
export async function cutOffAfterEachCall<Made, Result>(
  cut: CutWrite<Made, Result>,
): Promise<number> {
  await using http = createClient({ timeout: { total: 300_000 } })
  for (let calls = 1; ; calls += 1) {
    const made = await cut.prepare()
    const mortal = endingAfter(calls, http)
    const first = cut.write(mortal.http, made, false)
    await first.catch((error: unknown) => {
      if (!mortal.hasEnded()) throw error
    })
    if (mortal.hasEnded()) await expect(first).rejects.toThrow(ENDED)
    try {
      await cut.verify(made, await cut.write(http, made, true))
    } catch (cause) {
      throw new Error(`Cut off after call ${calls}: ${(cause as Error).message}`, { cause })
    }
    if (!mortal.hasEnded()) return calls - 1
  }
}

/** A client of a process that ends with an answer: nothing is sent after it. */
function endingAfter(calls: number, http: Client) {
  let left = calls
  const through =
    <Options, Answer>(call: (request: Request, options?: Options) => Promise<Answer>) =>
    async (request: Request, options?: Options): Promise<Answer> => {
      if (left <= 0) throw new Error(ENDED)
      const answer = await call(request, options)
      if (!isRead(request)) left -= 1
      if (left <= 0) throw new Error(ENDED)
      return answer
    }
  const { send, sendResult } = http
  return {
    http: { ...http, send: through(send), sendResult: through(sendResult) } as Client,
    hasEnded: () => left <= 0,
  }
}

/** Of REST, of GraphQL and of the JSON-RPC of Tryton. */
function isRead(request: Request): boolean {
  const { query = '', method = '' } = ('json' in request ? request.json : {}) as {
    readonly query?: string
    readonly method?: string
  }
  const isQuery = /^\s*(?:query\b|\{)/.test(query)
  return request.method === 'GET' || isQuery || /(?:read|_get|get_\w+|login)$/.test(method)
}

/** The result of a write. @throws if there is a problem instead */
export function done<T>(outcome: Outcome<T> | undefined): T {
  if (outcome === undefined || 'problem' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome.done
}

/** A row of a table of writes: what is written, and the test. */
export function cutRow<Made, Result>(title: string, cut: CutWrite<Made, Result>) {
  return [title, () => cutOffAfterEachCall(cut)] as const
}
