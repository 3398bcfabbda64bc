/** What clients declare that they can do. Pure. */

/** Whether a client shows forms to the person: those that declare no kind of question do. */
export function showsForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { elicitation?: { form?: object; url?: object } }
  if (typeof elicitation !== 'object' || elicitation === null) return false
  return elicitation.form !== undefined || elicitation.url === undefined
}
