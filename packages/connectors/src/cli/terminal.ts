/** The environment, input and output of the command. `process` implements it; tests use their own. */
import type { Readable } from 'node:stream'

export interface Terminal {
  readonly env: Record<string, string | undefined>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  exitCode?: number | string | null | undefined
  on(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
  off(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
}

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** A failure in words, for people. It ends the command with the exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

// Texts of the hub and of shops must not control the terminal.
const CONTROLS = /[^\P{Cc}\n]+/gu

/** Prints lines. */
export function print(output: Output, ...lines: readonly string[]): void {
  for (const line of lines) output.write(`${line.replace(CONTROLS, ' ')}\n`)
}

const WIDTH = 80

/** Prints a mark, and beside it a text that is broken at spaces. */
export function printItem(output: Output, mark: string, text: string, indent = 9): void {
  const words = text.replace(CONTROLS, ' ').split(/\s+/)
  let line = mark.padEnd(indent)
  let isEmpty = true
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      print(output, line.trimEnd())
      line = ' '.repeat(indent)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  print(output, line.trimEnd())
}
