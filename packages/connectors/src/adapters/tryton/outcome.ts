import type { Outcome, RecordProblem } from '../../adapter/outcomes.ts'
import { TrytonError } from './rpc.ts'

/** Ends the work on a record with a reason for people. */
export class Refused extends Error {
  readonly problem: RecordProblem

  constructor(problem: RecordProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** @throws Refused with the words for a person */
export function refuse(code: string, message: string, remedy: string): never {
  throw new Refused({ code, message, remedy })
}

/** Work on one record: what Tryton refuses with words becomes its problem, and other failures concern the shop. */
export async function outcomeOf<T>(
  code: string,
  message: string,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  try {
    return { done: await work() }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem }
    if (error instanceof TrytonError) return { problem: problemOf(code, message, error) }
    throw error
  }
}

function problemOf(code: string, message: string, error: TrytonError): RecordProblem {
  const shopMessage = error.message.slice(0, 500)
  if (error.isQuestion) {
    const remedy =
      'Do it once in Tryton as the user of the connector, choose "Always ignore this warning", and retry.'
    return {
      code: 'confirmation_needed',
      message: `${message} Tryton asks for a confirmation.`,
      remedy,
      shopMessage,
    }
  }
  const remedy = 'Change in Tryton what its message names, and retry.'
  return { code, message, remedy, shopMessage }
}
