/** Who did something, for people. Pure. */

const KINDS: Readonly<Record<string, string>> = {
  key: 'an API key',
  person: 'a person',
  agent: 'an agent',
  system: 'the hub',
}

/** The name of who did something; what it is, if it has none. */
export function actorName({
  Kind,
  Label,
}: {
  readonly Kind: string
  readonly Label: string
}): string {
  return Label || (KINDS[Kind] ?? Kind)
}
