/** Histories for the tests of the oracles. */
import type {
  CallEntry,
  FaultEntry,
  FinalEntry,
  FinalLine,
  FinalOrder,
  FinalProduct,
  FinalRecord,
  Intent,
  LedgerEntry,
  RunEntry,
} from '../src/entries.ts'
import type { Oracle } from '../src/oracles/oracle.ts'

/** A call from `at` to `end`, answered with 200 by default. */
export function call(
  at: number,
  end: number,
  intent: Partial<Intent>,
  more: Partial<CallEntry> = {},
): CallEntry {
  const { status = 200 } = more
  return {
    kind: 'call',
    at,
    end,
    node: 'one',
    key: 'merchant of 1',
    method: 'POST',
    path: '/v2/test',
    bodyHash: null,
    intent: { name: 'test', ...intent },
    status,
    wellFormed: true,
    ...(status === 503 && { retryAfter: '1' }),
    ...more,
  }
}

/** The fields of a call without an answer. */
export const UNANSWERED = { status: null, failure: 'broken', cause: 'ECONNRESET' } as const

export function final(more: Partial<FinalEntry> = {}): FinalEntry {
  const empty = { things: {}, registers: {}, constants: {} }
  return { kind: 'final', at: 1_000_000, source: 'sql', ...empty, ...more }
}

export function fault(at: number, end: number, more: Partial<FaultEntry> = {}): FaultEntry {
  const base = { round: 1, fault: 'hub-kill', detail: 'SIGKILL of one', nodes: ['one'] }
  return { kind: 'fault', at, end, ...base, ...more }
}

export const run: RunEntry = {
  kind: 'run',
  at: 0,
  seed: 1,
  nodes: ['one', 'two'],
  skipped: [],
  bounds: { recovery: 1_000, answer: 2_000 },
}

export function line(more: Partial<FinalLine> = {}): FinalLine {
  const none = { shipped: 0, cancelled: 0, manco: 0, backordered: 0, returned: 0 }
  return { line: '1', quantity: 3, ...none, ...more }
}

export function order(more: Partial<FinalOrder> = {}): FinalOrder {
  return {
    order: 'order/1/1/A',
    status: 'IN_PROGRESS',
    isAcknowledged: true,
    isClosed: false,
    needsCorrection: false,
    combination: null,
    lines: [line()],
    ...more,
  }
}

export function record(more: Partial<FinalRecord> = {}): FinalRecord {
  return {
    record: 'shipment/1/S',
    kind: 'shipment',
    order: 'order/1/1/A',
    isManco: false,
    lines: [{ line: '1', quantity: 1, rejected: 0 }],
    events: 1,
    ...more,
  }
}

export function product(reference: string, more: Partial<FinalProduct> = {}): FinalProduct {
  return {
    customer: '1',
    reference,
    parent: null,
    isActive: true,
    name: reference,
    description: null,
    available: 2,
    offer: '1/2',
    ...more,
  }
}

export function ledger(more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    kind: 'ledger',
    at: 1_000_000,
    orders: [],
    records: [],
    products: [],
    stocks: [],
    departures: [],
    channels: [],
    ...more,
  }
}

/** The kinds of violations that an oracle finds in a history. */
export function whatsOf(oracle: Oracle, ...entries: Parameters<Oracle>[0]): readonly string[] {
  return oracle(entries).map(({ what }) => what)
}
