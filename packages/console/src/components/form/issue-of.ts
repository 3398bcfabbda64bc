/** The validation issues of one field of a form. */
import { isProblem } from '@entrepot/client'
import { inLabels } from '../values/field-labels.ts'

/**
 * Returns the validation issues of a field in an error of the hub, for the field to show.
 *
 * @param path a JSON pointer into the body, such as `/Label`
 */
export function issueOf(error: unknown, path: string): string | undefined {
  if (!isProblem(error)) return undefined
  const messages = error.issues
    .filter((issue) => issue.path === path || issue.path.startsWith(`${path}/`))
    .map(({ message }) => inLabels(message))
  return messages.length > 0 ? messages.map(asSentence).join(' ') : undefined
}

/** The hub writes a message so that it follows the name of the field. */
function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
