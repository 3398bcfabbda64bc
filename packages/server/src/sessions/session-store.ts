/** Sessions in PostgreSQL, in the shape that `@fastify/session` asks for. */
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
    /** Says under which id the session is stored; the store's own. */
    storedAs?: string
  }
}

/**
 * The store: ids are kept as SHA-256, every call is one statement. A session that has ended, on whichever node, is not
 * brought back by a request that was under way.
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
        // A regenerated session may have been given what the one before it held: another id is another session.
        if (storedAs === mark(id)) return await updateSession(database, content)
        await insertSession(database, content, lives)
        session.storedAs = mark(id)
      }, callback),
    destroy: (id, callback) => settle(() => deleteSession(database, hash(id)), callback),
  }
}

/** What `session.user` holds for a user of the hub; a plugin may know other identities. */
const USER_ID = /^[1-9]\d{0,17}$/

function hash(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

/** Enough of the hash to tell sessions apart. */
function mark(id: string): string {
  return hash(id).toString('base64url', 0, 12)
}

function settle<T>(work: () => Promise<T>, callback: (error?: unknown, result?: T) => void): void {
  work().then(
    (result) => callback(null, result),
    (error: unknown) => callback(error),
  )
}

/** Often enough that expired sessions never outnumber the living ones by much. */
const CLEAN_INTERVAL_MS = 10 * 60_000

/** Rows that one statement deletes: few enough to hold no lock for long. */
const CLEAN_BATCH = 1_000

/** Deletes expired sessions from time to time, until it is told to stop. */
export function cleanSessions(database: Database, logger: FastifyBaseLogger): () => void {
  const clean = async () => {
    while ((await deleteExpired(database, CLEAN_BATCH)) === CLEAN_BATCH);
  }
  const timer = setInterval(() => {
    clean().catch((error: unknown) =>
      logger.warn({ err: error }, 'expired sessions could not be deleted; they are tried again'),
    )
  }, CLEAN_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
