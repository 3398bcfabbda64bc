import { InvalidRequestError } from '../http/errors/request-errors.ts'

/** The error for an option that cannot be used. Nothing has been sent. */
export function invalidOption(field: string, problem: string): InvalidRequestError {
  return new InvalidRequestError(`option ${field} ${problem}`, { field })
}
