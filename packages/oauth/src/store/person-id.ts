/** The id of the revocation that stands for a person: everything of theirs that is older. */
export function personId(sub: string): string {
  return `person:${sub}`
}
