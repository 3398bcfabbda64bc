/** Shows the progress of a replay: a progress bar on a terminal, otherwise a line every few seconds. */
import type { ReplayState } from './replay.ts'

const BAR_WIDTH = 30
const TERMINAL_MS = 200
const LINES_MS = 5_000

/** The stream for progress. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined
  write(text: string): unknown
}

/**
 * Shows the state of a replay until it is stopped.
 *
 * @returns a function that ends the display; a second call does nothing
 * @example
 * const stop = showProgress(state, process.stderr)
 */
export function showProgress(state: () => ReplayState, output: ProgressOutput): () => void {
  const started = performance.now()
  const line = () => formatProgress(state(), (performance.now() - started) / 1000)
  const show = () => output.write(output.isTTY ? `\r\x1b[K${line()}` : `${line()}\n`)
  show()
  const timer = setInterval(show, output.isTTY ? TERMINAL_MS : LINES_MS)
  let isShown = true
  return () => {
    if (!isShown) return
    isShown = false
    clearInterval(timer)
    show()
    if (output.isTTY) output.write('\n')
  }
}

/**
 * Formats one line of progress. The bar shows the orders that are read back, which are complete.
 *
 * @example
 * formatProgress({ orders: 200, posted: 120, readBack: 100 }, 2) // '[###############...'
 */
export function formatProgress({ orders, posted, readBack }: ReplayState, seconds: number): string {
  const part = orders === 0 ? 1 : readBack / orders
  const bar = '#'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')
  const speed = seconds === 0 ? 0 : readBack / seconds
  const left = speed === 0 ? '' : `, ${Math.ceil((orders - readBack) / speed)} s left`
  const counts = `${posted.toLocaleString('en')} posted, ${readBack.toLocaleString('en')} of ${orders.toLocaleString('en')} read back`
  return `[${bar}] ${Math.floor(part * 100)} %  ${counts}, ${Math.round(speed)}/s${left}`
}
