/** The id of the revocation of a person, which covers everything that was issued for them before. */
export function personId(sub: string): string {
  return `person:${sub}`
}
