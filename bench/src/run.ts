/**
 * `npm run bench -- NAME [PART] [--quick]`: measures our implementation and a baseline alternately, in one run. The last line of output is one
 * JSON object: `{ bench, ratios, targets, met }`.
 */
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** The result of a benchmark: ratios by label, and the target of each, such as `>=0.7` or `<=1.2`. */
export interface BenchResult {
  readonly ratios: Readonly<Record<string, number>>
  readonly targets: Readonly<Record<string, string>>
}

/** A benchmark: a module in this folder that exports `run`. */
export interface Bench {
  /** @param options `part` is what was named of it, if anything */
  run(options: { readonly quick: boolean; readonly part?: string }): Promise<BenchResult>
}

const HELPERS = new Set(['run', 'hub', 'measure', 'compare'])
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !HELPERS.has(name))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [name, part] = positionals

if (values.help || name === undefined || !names.includes(name)) {
  const usage = 'npm run bench -- NAME [PART] [--quick]'
  process.stdout.write(
    `${usage}\n\nNAME is one of: ${names.join(', ')}\nPART     of growth: one of its curves, such as products\n--quick  smaller sizes; takes at most a few minutes\n`,
  )
  process.exitCode = values.help ? 0 : 2
} else {
  const bench = (await import(`./${name}.ts`)) as Bench
  const { ratios, targets } = await bench.run({
    quick: values.quick,
    ...(part !== undefined && { part }),
  })
  const met = Object.entries(targets).every(([label, target]) => isMet(ratios[label], target))
  process.stdout.write(`${JSON.stringify({ bench: name, ratios, targets, met })}\n`)
}

function isMet(ratio: number | undefined, target: string): boolean {
  const match = /^(>=|<=)([\d.]+)$/.exec(target)
  if (match === null) throw new Error(`${target} is not a target such as >=0.7`)
  if (ratio === undefined) return false
  return match[1] === '>=' ? ratio >= Number(match[2]) : ratio <= Number(match[2])
}
