import type { Connection } from './report.ts'

/** The steps to which a person has limited the connection, by its setting `steps`. */
export function allowedSteps({ Settings }: Connection): ReadonlySet<string> | undefined {
  const { steps } = Settings
  if (typeof steps !== 'string' || steps.trim() === '') return undefined
  return new Set(steps.split(/[\s,]+/).filter((step) => step !== ''))
}
