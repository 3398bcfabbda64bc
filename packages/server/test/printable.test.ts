import { expect, test } from 'vitest'
import { toPrintable, toPrintableJson, toPrintableLines } from '../src/cli/terminal/printable.ts'
import { toTable } from '../src/cli/terminal/table.ts'

const EVIL = 'Mug\u001b[2J\u009b31m\u007f\r\u0007'
const CONTROLS = /[^\P{Cc}\n\t]/u

test('text of others does not control the terminal, in whatever form it is printed', () => {
  const row = { name: EVIL, [EVIL]: [EVIL], data: { [EVIL]: EVIL } }
  for (const shown of [
    toPrintable(EVIL),
    toPrintableLines(`${EVIL}\n${EVIL}`),
    toPrintableJson(row),
    toTable([row]),
    toTable([{ ...row, long: EVIL.repeat(20) }], 40),
  ]) {
    expect(shown).not.toMatch(CONTROLS)
  }
  expect(JSON.parse(toPrintableJson(row))).toEqual(row)
  expect(toPrintableLines('a\n\tb')).toBe('a\n\tb')
})
