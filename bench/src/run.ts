/**
 * `npm run bench -- NAME [--quick]`: runs the benchmark of `bench/src/NAME.ts` and prints, as the last
 * line, one JSON object with its ratios, targets and which of them are met.
 */
interface Bench {
  run(options: { readonly quick: boolean }): Promise<{
    readonly ratios: Record<string, number>
    readonly targets: Record<string, string>
  }>
}

const [name, ...flags] = process.argv.slice(2)
if (name === undefined || !/^[a-z-]+$/.test(name) || name === 'run') {
  throw new Error('usage: npm run bench -- NAME [--quick]')
}
const bench: Bench = await import(`./${name}.ts`)
const { ratios, targets } = await bench.run({ quick: flags.includes('--quick') })
const met = Object.fromEntries(
  Object.entries(targets).map(([key, target]) => [key, meets(ratios[key], target)]),
)
process.stdout.write(`${JSON.stringify({ bench: name, ratios, targets, met })}\n`)

function meets(ratio: number | undefined, target: string): boolean {
  if (ratio === undefined) return false
  const bound = Number(target.slice(2))
  return target.startsWith('>=') ? ratio >= bound : ratio <= bound
}
