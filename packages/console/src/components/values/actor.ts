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

/** Who did something, and for whom and with what, as the hub answers it. */
interface Actor {
  readonly Kind: string
  readonly Label: string
  readonly Person?: { readonly Label: string } | null
  readonly Tool?: string | null
}

/**
 * Who did something, for whom and with which tool.
 *
 * @example actorInWords({ Kind: 'agent', Label: 'Assistant', Person: { Label: 'ann@example.com' }, Tool: 'ship_order' })
 * // 'Assistant for ann@example.com with ship_order'
 */
export function actorInWords(actor: Actor): string {
  const { Person, Tool } = actor
  // Keys are often named after what uses them, so a name alone reads like a person or a channel.
  const key = actor.Kind === 'key' && actor.Label ? ' (API key)' : ''
  const whom = Person?.Label ? ` for ${Person.Label}` : ''
  return `${actorName(actor)}${key}${whom}${Tool ? ` with ${Tool}` : ''}`
}
