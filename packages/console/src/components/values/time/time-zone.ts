/** The time zone in which days and times are shown: that of the customer. */
import { createContext, useContext, useSyncExternalStore } from 'react'

export const TimeZone = createContext('UTC')

/** The time zone of the customer, as a name of the IANA database. */
export function useTimeZone(): string {
  return useContext(TimeZone)
}

const TICK_MS = 30_000

/** Now. What uses it is written anew every half minute while it is shown. */
export function useNow(): Date {
  useSyncExternalStore(subscribe, tick)
  return new Date()
}

const tick = () => Math.floor(Date.now() / TICK_MS)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
