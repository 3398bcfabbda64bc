/** The session store for `@fastify/session` in PostgreSQL. */
import { createHash } from 'node:crypto'
import type { Database } from '@entrepot/database'
import type { SessionStore } from '@fastify/session'
import type { FastifyBaseLogger, Session } from 'fastify'
import {
  deleteExpired,
  deleteSession,
  findSessions,
  insertSession,
  peekSessions,
  type SessionLifetimes,
  updateSession,
} from './store.ts'

declare module 'fastify' {
  interface Session {
    /** Mark of the id under which the session is stored; set by the store. */
    storedAs?: string
  }
}

/**
 * Creates the store. It stores ids as SHA-256, and runs one statement per call. After a session has ended on any node, a request that was
 * running at that time does not restore it.
 *
 * @example
 * await app.register(session, { store: postgresSessions(database, { idleHours: 168, maxHours: 720 }), ... })
 */
export function postgresSessions(database: Database, lives: SessionLifetimes): SessionStore {
  return {
    get: (id, callback) =>
      settle(async () => {
        const [found] = await findSessions(database, [hashSession(id)], lives)
        if (found === undefined) return null
        return { ...JSON.parse(found.data), storedAs: mark(id) } as Session
      }, callback),
    set: (id, session, callback) =>
      settle(async () => {
        const { storedAs, ...data } = session as Session & { readonly user?: string }
        const content = {
          idHash: hashSession(id),
          userId: isUserId(data.user) ? data.user : null,
          data: JSON.stringify(data),
        }
        // A regenerated session may contain the mark of the previous session. A session with another id is a new session.
        if (storedAs === mark(id)) return await updateSession(database, content)
        await insertSession(database, content, lives)
        session.storedAs = mark(id)
      }, callback),
    destroy: (id, callback) => settle(() => deleteSession(database, hashSession(id)), callback),
  }
}

/** A store in which reading a session does not extend it. */
export function peekingSessions(database: Database, store: SessionStore): SessionStore {
  return {
    ...store,
    get: (id, callback) =>
      settle(async () => {
        const [found] = await peekSessions(database, [hashSession(id)])
        return found ? ({ ...JSON.parse(found.data), storedAs: mark(id) } as Session) : null
      }, callback),
  }
}

/** Whether `session.user` is a user of the hub. Plugins may use other identities. */
export function isUserId(user: string | undefined): user is string {
  return /^[1-9]\d{0,17}$/.test(user ?? '')
}

/** The stored form of the id of a session. */
export function hashSession(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

/** A part of the hash that is long enough to tell sessions apart. */
function mark(id: string): string {
  return hashSession(id).toString('base64url', 0, 12)
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
        'expired sessions could not be deleted; the next run tries again',
      ),
    )
  }, CLEAN_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
