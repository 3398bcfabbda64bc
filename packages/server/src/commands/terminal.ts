/** The environment, output and exit code of a command. `process` implements it; tests use their own. */
export interface Terminal {
  readonly env: Record<string, string | undefined>
  readonly stdout: Output
  readonly stderr: Output
  exitCode?: number | string | null | undefined
}

interface Output {
  write(text: string): unknown
}
