import type { SessionStore } from '@fastify/session'

/** A session store that a test can look into; several applications may share it. */
export class SharedSessions implements SessionStore {
  readonly sessions = new Map<string, string>()
  /** Ids that were destroyed, in order. */
  readonly destroyed: string[] = []

  set(id: string, session: object, callback: (error?: unknown) => void): void {
    this.sessions.set(id, JSON.stringify(session))
    callback()
  }

  get(id: string, callback: (error: unknown, session?: never) => void): void {
    const text = this.sessions.get(id)
    callback(null, text === undefined ? undefined : (JSON.parse(text) as never))
  }

  destroy(id: string, callback: (error?: unknown) => void): void {
    this.destroyed.push(id)
    this.sessions.delete(id)
    callback()
  }

  /** Stored sessions in which somebody is signed in. */
  signedIn(): { user: string; oauth: Record<string, unknown> }[] {
    return [...this.sessions.values()].map((text) => JSON.parse(text)).filter(({ user }) => user)
  }
}
