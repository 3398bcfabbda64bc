/** The bodies of deliveries. */
import type { Payload } from '../schema.ts'
import type { DueDelivery } from './work-store.ts'

/** The parts of an event on which its body and its record depend. */
export interface WireEvent {
  readonly Id?: string
  readonly Subject?: { readonly Kind: string; readonly Id: string | number } | null
  readonly Data?: {
    readonly Record?: { readonly Kind: string; readonly Reference: string } | null
  }
}

/**
 * Reads the record that an event is about, as the API answers it. Null if the event is about none, or if it does not exist any more. It is
 * called for many deliveries at once.
 */
export type ReadRecord = (
  customerId: string,
  type: string,
  event: WireEvent,
) => Promise<object | null>

/** Makes the body of a delivery. */
export type MakeBody = (
  customerId: string,
  delivery: Pick<DueDelivery, 'type' | 'event' | 'occurredAt'>,
  payload: Payload,
) => Promise<string>

/** Creates a function that makes bodies. */
export function createBodies(readRecord: ReadRecord): MakeBody {
  return async (customerId, { type, event, occurredAt }, payload) => {
    const { Id, Subject = null } = event as WireEvent
    const data =
      payload === 'full'
        ? { ...event, Record: await readRecord(customerId, type, event as WireEvent) }
        : { Id, Subject: Subject && { Kind: Subject.Kind, Id: Subject.Id } }
    return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })
  }
}
