import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './imports.ts'

/**
 * What a check tolerates although it breaks a rule, since it did when the rule came: the lines of a file in `tools/test/known`.
 * Such a list only gets shorter.
 */
export function readKnown(list: string): readonly string[] {
  return readFileSync(join(root, 'tools/test/known', list), 'utf8')
    .split('\n')
    .filter(Boolean)
}
