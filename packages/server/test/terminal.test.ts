/** What a person sees on a terminal, and a program in a pipe. */
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createScreen } from '../src/cli/commands/hub/screen.ts'
import { type Look, welcome } from '../src/cli/commands/hub/welcome.ts'
import { hasColors } from '../src/cli/terminal/terminal.ts'
import { createLogger } from '../src/operations/logger.ts'

const ESCAPE = '\u001b'

/** A terminal whose two outputs are one text, as on a screen. */
function createTerminal(env: Record<string, string> = {}, isTTY = true) {
  const printed = { text: '' }
  const output = {
    isTTY,
    columns: 80,
    write(text: string) {
      printed.text += text
    },
  }
  return { printed, terminal: { env, stdout: output, stderr: output } }
}

describe('colours', () => {
  test.each([
    ['a terminal', { TERM: 'xterm-256color' }, true, true],
    ['a terminal with NO_COLOR', { TERM: 'xterm-256color', NO_COLOR: '1' }, true, false],
    ['a terminal with an empty NO_COLOR', { TERM: 'xterm-256color', NO_COLOR: '' }, true, true],
    ['a terminal that has none', { TERM: 'dumb' }, true, false],
    ['a pipe', { TERM: 'xterm-256color' }, false, false],
    ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['a terminal with FORCE_COLOR=0', { TERM: 'xterm', FORCE_COLOR: '0' }, true, false],
    ['a terminal with both', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, true],
  ])('on %s', (_, env, isTTY, expected) => {
    expect(hasColors({ env }, { isTTY, write: () => {} })).toBe(expected)
  })
})

describe('the screen of a start', () => {
  test('shows one step at a time, with the log above it, and the final text instead of it', async () => {
    const { printed, terminal } = createTerminal()
    const screen = await createScreen(terminal)
    screen.showStep('Starting one')
    screen.showStep(`Starting two ${'x'.repeat(100)}`)
    createLogger('info', screen.log).info({ port: 1 }, 'it runs')
    screen.print('Done\n')
    // What is left of each line after its last removal.
    const lines = printed.text.split('\n').map((line) => line.split(`\r${ESCAPE}[2K`).at(-1))
    expect(lines).toEqual([
      expect.stringMatching(/^\[[\d:]{8}\] INFO: it runs \{"port":1\}$/),
      'Done',
      '',
    ])
    for (const part of stripVTControlCharacters(printed.text).split(/[\r\n]/))
      expect(part.length).toBeLessThan(80)
  })

  test('has one line for each step without a terminal, and leaves the log to pino', async () => {
    const { printed, terminal } = createTerminal({}, false)
    const screen = await createScreen(terminal)
    screen.showStep('Starting one')
    screen.showStep('Starting two')
    screen.print('Done\n')
    expect([printed.text, screen.log]).toEqual(['Starting one\nStarting two\nDone\n', undefined])
  })

  test('shows no control characters that a stranger has sent, and no secret', async () => {
    const { printed, terminal } = createTerminal({ TERM: 'xterm' })
    const screen = await createScreen(terminal)
    const words = { agent: `${ESCAPE}]0;owned\u0007`, c1: '\u009b31m', kept: 'C:\\u001b' }
    createLogger('info', screen.log).info({ ...words, token: 'hunter2' }, `a${ESCAPE}[2J b`)
    const text = stripVTControlCharacters(printed.text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be missing.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(text).toContain('a\ufffd[2J b')
    expect(text).toContain('"C:\\u001b"')
    expect(text).not.toContain('hunter2')
  })
})

describe('the welcome', () => {
  const key = (kind: string) => `ent_${kind}1_${'k'.repeat(43)}`
  const started = {
    url: 'http://127.0.0.1:8080',
    publicUrl: 'http://127.0.0.1:8080',
    database: 'embedded, in /home/ann/entrepot/.entrepot',
    dataDirectory: '/home/ann/entrepot/.entrepot',
    signIn: 'development',
    hasMcp: true,
    sample: {
      merchantKey: key('m'),
      channels: [
        { id: 1, name: 'Web shop', mode: 'flat', key: key('c') },
        { id: 2, name: 'Marketplace', mode: 'grouped', key: key('c') },
      ],
    },
  } as const
  const look: Look = { box: true, colors: false, cwd: '/home/ann/entrepot', command: 'entrepot' }

  test.each([
    started,
    { ...started, signIn: 'inactive', sample: undefined },
    { ...started, signIn: 'none' },
  ] as const)('fits into 80 columns, in a box whose lines are equally long', (one) => {
    const lines = welcome(one, look).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const box = lines.filter((line) => /^[╭│╰]/.test(line))
    expect(box.length).toBeGreaterThan(4)
    expect(new Set(box.map((line) => line.length))).toEqual(new Set([80]))
  })

  test('has the address, the keys on lines of their own, and two lines to paste', () => {
    const text = welcome(started, { ...look, box: false })
    expect(text).toMatch(/^Open +http:\/\/127.0.0.1:8080$/m)
    expect(text).toMatch(new RegExp(`^Merchant key +${key('m')}$`, 'm'))
    expect(text).toContain(
      '\n  . .entrepot/sample.env\n  curl -H "X-Api-Key: $M" $H/v2/products/MUG\n',
    )
  })

  test('tells how to connect an agent, if agents may connect', () => {
    const command = '  claude mcp add --transport http entrepot http://127.0.0.1:8080/mcp\n'
    for (const sample of [started.sample, undefined]) {
      expect(welcome({ ...started, sample }, look)).toContain(command)
      const without = welcome({ ...started, sample, hasMcp: false }, look)
      expect(without).not.toMatch(/mcp|agent/i)
    }
  })

  test('quotes the path of the data directory for the shell', () => {
    const text = welcome({ ...started, dataDirectory: "/srv/Ann's hub" }, look)
    expect(text).toContain(`  . '/srv/Ann'\\''s hub/sample.env'\n`)
    expect(welcome({ ...started, dataDirectory: look.cwd }, look)).toContain('  . ./sample.env\n')
  })

  test('differs by colours only', () => {
    const colored = welcome(started, { ...look, colors: true })
    expect(colored).toContain(ESCAPE)
    expect(stripVTControlCharacters(colored)).toBe(welcome(started, look))
  })

  test('says how to create a key if there is no sample', () => {
    const text = welcome({ ...started, sample: undefined }, look)
    expect(text).toContain('To create an API key: entrepot keys create --help')
    expect(text).not.toContain('curl')
  })
})
