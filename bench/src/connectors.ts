/**
 * Measures the connector: the memory and the calls of many idle connections in one process, and the first synchronisation of a catalogue, if
 * Vendure is prepared (`npm run connectors:prepare -- vendure`).
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { firstSync } from './connectors/first-sync.ts'
import { idle } from './connectors/idle.ts'
import { say } from './measure.ts'
import type { BenchResult } from './run.ts'

const VENDURE = fileURLToPath(
  new URL('../../packages/connectors/shops/vendure/node_modules', import.meta.url),
)

export async function run(options: { readonly quick: boolean }): Promise<BenchResult> {
  const { megabytes, calls } = await idle(options)
  const ratios = { 'MB of idle connections / 200': megabytes / 200, 'calls per interval': calls }
  const targets = { 'MB of idle connections / 200': '<=1', 'calls per interval': '<=1.01' }
  if (!existsSync(VENDURE)) {
    say('The first synchronisation is left out: npm run connectors:prepare -- vendure')
    return { ratios, targets }
  }
  const { connector, importer } = await firstSync(options)
  return { ratios: { ...ratios, 'connector / importer': connector / importer }, targets }
}
