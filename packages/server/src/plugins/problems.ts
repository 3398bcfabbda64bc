/** What plugins say of their options, as faults of the configuration. Pure. */
import { asSentence, type Problem } from '../config/problems.ts'
import type { PluginEntry } from '../config/types.ts'
import type { OptionProblem } from './load-plugin.ts'

/** Says where in the configuration each problem stands. */
export function placeProblems(
  entry: PluginEntry,
  problems: readonly OptionProblem[],
): readonly Problem[] {
  return problems.map(({ path, message }) => ({
    source: entry.locate(path.split('.').filter(Boolean)),
    path: ['plugins', entry.name, path].filter(Boolean).join('.'),
    message: asSentence(message),
  }))
}

/** What a plugin threw when it refused its options: the list of problems that ours give, else the message. */
export function problemsOf(entry: PluginEntry, error: unknown): readonly Problem[] {
  const { problems } = error as { problems?: readonly OptionProblem[] }
  if (Array.isArray(problems) && problems.length > 0) return placeProblems(entry, problems)
  const reason = error instanceof Error ? error.message : String(error)
  const message = `${entry.package} did not start: ${asSentence(reason)} Change its options, or remove the entry`
  return placeProblems(entry, [{ path: '', message }])
}
