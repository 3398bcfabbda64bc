/** Who acts. It is stored with what was done. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'agent' | 'system'
  /** The id of the key or user, the OAuth client id of the agent, or the name of the job. */
  readonly id: string
  /** The label of the key, the name or e-mail address of the person, or the name of the client. */
  readonly label: string
  /** Only of an agent: the person for whom it acts. */
  readonly person?: { readonly id: string; readonly label: string }
}

/** The hub itself. */
export const SYSTEM: Actor = Object.freeze({ kind: 'system', id: 'hub', label: 'Entrepot' })

/** The id of the API key that acts. Null if the actor is not a key. */
export function keyIdOf({ kind, id }: Actor): string | null {
  return kind === 'key' ? id : null
}
