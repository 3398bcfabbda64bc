/**
 * Measures how long a hub takes to start on an existing embedded database (target: <= 3 s), and how much resident memory the idle hub uses
 * without PostgreSQL (target: <= 150 MB).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnHub } from '@entrepot/server/testing'
import { brief, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const rounds = quick ? 3 : 7
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-bench-'))
  try {
    const env = { ENTREPOT_DATA: directory }
    const begun = performance.now()
    const first = await spawnHub({ env })
    say(`first start, with an empty folder: ${brief((performance.now() - begun) / 1000)} s`)
    await first.end()
    const rows: { round: number; seconds: number; megabytes: number }[] = []
    for (let round = 0; round < rounds; round += 1) rows.push({ round, ...(await startOnce(env)) })
    printTable(
      rows.map((row) => ({
        round: row.round,
        'start s': brief(row.seconds),
        'resident MB': brief(row.megabytes),
      })),
    )
    return {
      ratios: {
        'start seconds': brief(median(rows.map((row) => row.seconds))),
        'idle megabytes': brief(median(rows.map((row) => row.megabytes))),
      },
      targets: { 'start seconds': '<=3', 'idle megabytes': '<=150' },
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function startOnce(env: Readonly<Record<string, string>>) {
  const begun = performance.now()
  const hub = await spawnHub({ env })
  const seconds = (performance.now() - begun) / 1000
  const health = await fetch(`${hub.url}/health/ready`)
  const orders = await fetch(`${hub.url}/v2/orders/new`, {
    headers: { 'x-api-key': hub.merchantKey ?? '' },
  })
  if (!health.ok || !orders.ok) throw new Error('the hub is not ready')
  await orders.text()
  const megabytes = await residentMegabytes(hub.pid)
  await hub.end()
  return { seconds, megabytes }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}
