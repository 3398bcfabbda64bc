/** The session store for `@fastify/session` in PostgreSQL. */
import { createHash } from 'node:crypto'
import type { Database } from '@entrepot/database'
import type { SessionStore } from '@fastify/session'
import type { FastifyBaseLogger, Session } from 'fastify'
import {
  deleteExpired,
  deleteSession,
  findSession,
  insertSession,
  type SessionLives,
  updateSession,
} from './store.ts'

declare module 'fastify' {
  interface Session {
    /** Mark of the id under which the session is stored; set by the store. */
    storedAs?: string
  }
}

/**
 * Makes the store. It stores ids as SHA-256, and runs one statement per call. After a session has ended on any node, a request that
 * was running at that time does not restore it.
 *
 * @example
 * await app.register(session, { store: postgresSessions(database, { idleHours: 168, maxHours: 720 }), ... })
 */
export function postgresSessions(database: Database, lives: SessionLives): SessionStore {
  return {
    get: (id, callback) =>
      settle(async () => {
        const data = await findSession(database, hash(id), lives)
        return data === undefined ? null : ({ ...JSON.parse(data), storedAs: mark(id) } as Session)
      }, callback),
    set: (id, session, callback) =>
      settle(async () => {
        const { storedAs, ...data } = session as Session & { readonly user?: string }
        const content = {
          idHash: hash(id),
          userId: USER_ID.test(data.user ?? '') ? (data.user as string) : null,
          data: JSON.stringify(data),
        }
        // A regenerated session may contain the mark of the previous one. Another id is another session.
        if (storedAs === mark(id)) return await updateSession(database, content)
        await insertSession(database, content, lives)
        session.storedAs = mark(id)
      }, callback),
    destroy: (id, callback) => settle(() => deleteSession(database, hash(id)), callback),
  }
}

/** The form of `session.user` for users of the hub. Plugins may use other identities. */
const USER_ID = /^[1-9]\d{0,17}$/

function hash(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

/** A part of the hash that is long enough to tell sessions apart. */
function mark(id: string): string {
  return hash(id).toString('base64url', 0, 12)
}

function settle<T>(work: () => Promise<T>, callback: (error?: unknown, result?: T) => void): void {
  work().then(
    (result) => callback(null, result),
    (error: unknown) => callback(error),
  )
}

/** Interval of the clean-up, short enough to keep the number of expired sessions small. */
const CLEAN_INTERVAL_MS = 10 * 60_000

/** Rows that one statement deletes, so that it does not hold locks for long. */
const CLEAN_BATCH = 1_000

/** Deletes expired sessions at intervals. Returns a function that stops it. */
export function cleanSessions(database: Database, logger: FastifyBaseLogger): () => void {
  const clean = async () => {
    while ((await deleteExpired(database, CLEAN_BATCH)) === CLEAN_BATCH);
  }
  const timer = setInterval(() => {
    clean().catch((error: unknown) =>
      logger.warn(
        { err: error },
        'expired sessions could not be deleted; the next attempt follows',
      ),
    )
  }, CLEAN_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
