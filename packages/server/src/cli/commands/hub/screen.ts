/** What a hub prints while it starts and runs: on a terminal, the current step in place and a readable log. */
import { prettyLog } from '../../../operations/pretty-log.ts'
import { hasColors, type Terminal } from '../../terminal/terminal.ts'

/** Where {@link Screen.log} goes if nobody reads the log: undefined for the JSON lines of pino. */
type LogDestination = { write(line: string): void } | undefined

/** The output of a running hub. */
export interface Screen {
  /** Takes the lines of the log if stderr is a terminal. */
  readonly log: LogDestination
  /** Shows a step, instead of the step before. */
  showStep(step: string): void
  /** Prints the final text, instead of the last step. */
  print(text: string): void
}

/** Removes the line of the cursor (ECMA-48, EL). */
const CLEAR_LINE = '\r\u001b[2K'

/** Creates the output of a hub. Without a terminal, each step is a line. */
export async function createScreen(terminal: Terminal): Promise<Screen> {
  const { stdout, stderr } = terminal
  const toText = stderr.isTTY ? await prettyLog(hasColors(terminal, stderr)) : undefined
  let shown = ''
  const clear = () => {
    if (shown !== '') stdout.write(CLEAR_LINE)
  }
  return {
    log: toText && {
      write(line) {
        clear()
        stderr.write(toText(line))
        // Below the log again, because the step has not ended.
        if (shown !== '') stdout.write(shown)
      },
    },
    showStep(step) {
      if (!stdout.isTTY) return void stdout.write(`${step}\n`)
      clear()
      // A longer line would wrap, and only its last part could be removed.
      shown = `${step} ...`.slice(0, (stdout.columns || 80) - 1)
      stdout.write(shown)
    },
    print(text) {
      clear()
      shown = ''
      stdout.write(text)
    },
  }
}
