/** The records that events are about, for the bodies of webhooks. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { ReadRecord, WireEvent } from '../../webhooks/work/payload.ts'
import { toOrderRecord } from '../record/response.ts'
import { OrderRecord } from '../record/schema.ts'
import { KINDS, type Kind } from '../record/state/record-kinds.ts'
import { findOrdersById } from '../record/store.ts'
import { toFulfilmentRecord } from './records/records.ts'
import { ReturnRecord } from './records/return-schema.ts'
import { BackorderResponse, CancellationResponse, ShipmentRecord } from './records/schema.ts'
import { findFulfilments } from './records/store.ts'

/** A record that an event is about. */
type RecordName =
  | { readonly customerId: string; readonly kind: 'order'; readonly id: number }
  | { readonly customerId: string; readonly kind: Kind; readonly reference: string }

/** Creates a function that reads records. They are read at once for all events that are asked for at the same time. */
export function createRecordReader(database: Database): ReadRecord {
  const read = createBatcher(
    async (names: readonly RecordName[]) => await readRecords(database, names),
    { maxSize: 100, slotTimeoutMs: 30_000 },
  )
  return async (customerId, type, event) => {
    const name = recordOf(customerId, type, event)
    return name === undefined ? null : await read(name)
  }
}

function recordOf(customerId: string, type: string, event: WireEvent): RecordName | undefined {
  if (event.Subject?.Kind !== 'order') return undefined
  const { Record } = event.Data ?? {}
  const kind = KINDS.find((one) => type.startsWith(`${one}.`))
  if (kind && Record?.Kind === kind) return { customerId, kind, reference: Record.Reference }
  return { customerId, kind: 'order', id: Number(event.Subject.Id) }
}

/** Reads records as the API answers them, without their actions; null for one that does not exist. */
async function readRecords(
  database: Database,
  names: readonly RecordName[],
): Promise<readonly (object | null)[]> {
  const found = new Map<string, object>()
  for (const [customerId, own] of Map.groupBy(names, (name) => name.customerId)) {
    const ids = own.flatMap((name) => (name.kind === 'order' ? [name.id] : []))
    const orders = ids.length === 0 ? [] : await findOrdersById(database, customerId, ids)
    for (const row of orders)
      found.set(
        keyOf({ customerId, kind: 'order', id: row.Id }),
        withNulls(OrderRecord, toOrderRecord(row)),
      )
    const others = own.filter((name) => name.kind !== 'order')
    const rows = others.length === 0 ? [] : await findFulfilments(database, customerId, others)
    for (const row of rows) {
      const record = withNulls(FULFILMENT[row.kind], toFulfilmentRecord(row))
      found.set(keyOf({ customerId, ...row }), record)
    }
  }
  return names.map((name) => found.get(keyOf(name)) ?? null)
}

function keyOf(name: RecordName): string {
  const own = name.kind === 'order' ? name.id : name.reference
  return `${name.customerId} ${name.kind} ${own}`
}

const FULFILMENT: Readonly<Record<Kind, object>> = {
  shipment: ShipmentRecord,
  cancellation: CancellationResponse,
  backorder: BackorderResponse,
  return: ReturnRecord,
}

/** The keywords of a schema that {@link withNulls} needs. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly default?: unknown
}

/** Adds the nulls that the answers of the API have in place of missing values: the defaults of their schemas. */
function withNulls<T>(answered: object, value: T): T {
  const schema: Shape = answered
  if (Array.isArray(value)) return value.map((item) => withNulls(schema.items ?? {}, item)) as T
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value
  const entries = Object.entries(schema.properties).flatMap(([name, own]) => {
    const given = (value as Readonly<Record<string, unknown>>)[name] ?? own.default
    return given === undefined ? [] : [[name, withNulls(own, given)]]
  })
  return { ...value, ...Object.fromEntries(entries) }
}
