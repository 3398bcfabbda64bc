/** Questions to the person at the terminal, or answers from a pipe: one line each. */
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandFailure, print, type Terminal } from './terminal.ts'

export interface Questions {
  /** Asks until the answer is valid. An empty answer is the default. */
  ask(question: Question): Promise<string>
  close(): void
}

export interface Question {
  readonly label: string
  readonly help?: string
  readonly default?: string | undefined
  readonly required?: boolean
  /** Whether the answer is not shown. */
  readonly isSecret?: boolean
  /** What is wrong with an answer. */
  check?(answer: string): string | undefined
}

/** Reads answers from the terminal. */
export function createQuestions(terminal: Terminal): Questions {
  const { stdin, stdout } = terminal
  const isTerminal = stdin.isTTY === true
  let isHidden = false
  // It shows what is typed. In a pipe, nothing is.
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      if (!isHidden) stdout.write(text)
      done()
    },
  })
  const lines: Interface = createInterface({
    input: stdin,
    ...(isTerminal && { output, terminal: true }),
  })
  const answers = lines[Symbol.asyncIterator]()
  const question = async ({ label, default: otherwise, isSecret }: Question): Promise<string> => {
    const prompt = `${label}${otherwise === undefined ? '' : ` (${otherwise})`}: `
    lines.setPrompt(prompt)
    // In a terminal, readline writes the prompt again when the line is edited.
    if (isTerminal) lines.prompt()
    else stdout.write(prompt)
    isHidden = isSecret === true
    const { value, done } = await answers.next()
    isHidden = false
    if (isSecret && isTerminal) stdout.write('\n')
    if (done) throw new CommandFailure('There was no answer. Nothing was stored.')
    return String(value).trim() || (otherwise ?? '')
  }
  return {
    async ask(asked) {
      if (asked.help) print(stdout, asked.help)
      for (;;) {
        const answer = await question(asked)
        const issue = issueOf(asked, answer)
        if (issue === undefined) return answer
        print(stdout, issue)
        if (!isTerminal) throw new CommandFailure(`${asked.label}: ${issue} Nothing was stored.`)
      }
    },
    close: () => lines.close(),
  }
}

function issueOf({ required, check }: Question, answer: string): string | undefined {
  if (answer !== '') return check?.(answer)
  return required ? 'It is required.' : undefined
}
