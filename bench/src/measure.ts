/** Runs operations concurrently, and computes medians and tables. */

/** The duration and latencies of a run of many operations. */
export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/**
 * Runs an operation a given number of times, with a given number in flight.
 *
 * @param operation gets its number, from 0
 * @returns operations per second, and latencies in milliseconds
 */
export async function measure(
  count: number,
  inFlight: number,
  operation: (number: number) => Promise<void>,
): Promise<Measurement> {
  const latencies = new Float64Array(count)
  let next = 0
  const started = performance.now()
  const worker = async () => {
    while (next < count) {
      const number = next++
      const begun = performance.now()
      await operation(number)
      latencies[number] = performance.now() - begun
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const seconds = (performance.now() - started) / 1000
  latencies.sort()
  const at = (part: number) => latencies[Math.min(count - 1, Math.floor(count * part))] ?? 0
  return { perSecond: count / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** The median of numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Rounds to three significant digits, for tables and the last line of output. */
export function brief(value: number): number {
  return Number(value.toPrecision(3))
}

/** Prints a table. */
export function printTable(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  )
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints the progress, with the time since the start. */
export function say(text: string): void {
  process.stdout.write(`[${(performance.now() / 1000).toFixed(1).padStart(6)} s] ${text}\n`)
}
