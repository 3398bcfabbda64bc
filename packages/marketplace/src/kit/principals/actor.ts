/** Who acts. It is stored with what was done. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'agent' | 'system'
  /** The id of the key or user, the OAuth client id of the agent, or the name of the job. */
  readonly id: string
  /** The label of the key, the name or e-mail address of the person, or the name of the client. */
  readonly label: string
  /** Only of an agent: the person for whom it acts. */
  readonly person?: { readonly id: string; readonly label: string }
  /** Only of an agent: the tool of the MCP endpoint with which it acts. */
  readonly tool?: string | undefined
  /** The id of the request in which it acts, for the log of events. */
  readonly requestId?: string | undefined
}

/** The hub itself. */
export const SYSTEM: Actor = Object.freeze({ kind: 'system', id: 'hub', label: 'Entrepot' })

/** An actor in the columns of a table. Both are null for the hub. */
export interface StoredActor {
  /** Of an API key. */
  readonly keyId: string | null
  /** A person, an agent, or a job of the hub. */
  readonly actor: Actor | null
  /** Only where the table has a column for it. */
  readonly requestId?: string | undefined
}

/** Converts an actor to the values of its columns. The label of a key is not stored, because it is in the table of the keys. */
export function toStoredActor({ requestId, ...actor }: Actor): StoredActor {
  if (actor.kind === 'key') return { keyId: actor.id, actor: null, requestId }
  const isHub = actor.kind === SYSTEM.kind && actor.id === SYSTEM.id
  return { keyId: null, actor: isHub ? null : actor, requestId }
}

/** The actor in the columns of a table. `label` is that of the key. */
export function fromStoredActor({ keyId, actor }: StoredActor, label: string | null): Actor {
  if (actor !== null) return actor
  return keyId === null ? SYSTEM : { kind: 'key', id: keyId, label: label ?? '' }
}
