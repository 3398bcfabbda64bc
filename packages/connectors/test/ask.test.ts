import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createQuestions } from '../src/cli/ask.ts'

/** A terminal: what is typed comes in as keys, and what it shows is collected. */
function openTerminal() {
  let shown = ''
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const terminal = {
    env: {},
    stdin,
    stdout: { write: (text: string) => (shown += text) },
    stderr: { write: () => {} },
    on: () => {},
    off: () => {},
  }
  return {
    questions: createQuestions(terminal),
    type: (keys: string) => stdin.write(keys),
    shown: () => shown,
  }
}

test('what is typed at a terminal can be corrected, below its question', async () => {
  const { questions, type, shown } = openTerminal()
  const hub = questions.ask({ label: 'Address of the hub', default: 'http://127.0.0.1:8080' })
  type('http://hub.examplf\u007Fe\r')
  expect(await hub).toBe('http://hub.example')
  // The line is written again after the correction, with its question.
  expect(shown().split('Address of the hub (http://127.0.0.1:8080): ')).toHaveLength(3)
  const name = questions.ask({ label: 'Name', default: 'Shop' })
  type('\r')
  expect(await name).toBe('Shop')
  questions.close()
})

test('a secret is not shown at a terminal, also when it is corrected or asked for again', async () => {
  const { questions, type, shown } = openTerminal()
  const check = (answer: string) => (answer.startsWith('ent_') ? undefined : 'It begins with ent_.')
  const key = questions.ask({ label: 'Key', isSecret: true, required: true, check })
  type('wrong-secret\r')
  await expect.poll(shown).toContain('It begins with ent_.')
  type('ent_secretx\u007F\r')
  expect(await key).toBe('ent_secret')
  expect(shown()).not.toContain('secret')
  questions.close()
})

test('Ctrl+C at a question ends it with words', async () => {
  const { questions, type } = openTerminal()
  const key = questions.ask({ label: 'Key' })
  type('\u0003')
  await expect(key).rejects.toThrow('Nothing was stored')
})
