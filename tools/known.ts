import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './imports.ts'

/**
 * The violations that a check tolerates, because they existed when the rule was added: the lines of a file in `tools/test/known`. The
 * lists only get shorter.
 */
export function readKnown(list: string): readonly string[] {
  return readFileSync(join(root, 'tools/test/known', list), 'utf8')
    .split('\n')
    .filter(Boolean)
}
