import { WriteStream } from 'node:tty'

/** The environment, output and exit code of a command. `process` implements it; tests use their own. */
export interface Terminal {
  readonly env: Record<string, string | undefined>
  readonly stdout: Output
  readonly stderr: Output
  exitCode?: number | string | null | undefined
}

export interface Output {
  write(text: string): unknown
  /** Whether a person reads it. */
  readonly isTTY?: boolean
  /** Characters of a line. */
  readonly columns?: number
}

/** Whether to use colours: on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` decides for any output. */
export function hasColors({ env }: Pick<Terminal, 'env'>, output: Output): boolean {
  if (!output.isTTY && env.FORCE_COLOR === undefined) return false
  // https://no-color.org: set, but not empty. Node warns about a NO_COLOR that FORCE_COLOR overrides.
  const { NO_COLOR, ...rest } = env
  const isIgnored = !NO_COLOR || env.FORCE_COLOR !== undefined
  return WriteStream.prototype.getColorDepth(isIgnored ? rest : env) > 1
}
