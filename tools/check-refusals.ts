/**
 * Lists the error codes that the OpenAPI document names for a call, and that no test has seen. Exits with 1 if there are any.
 *
 *     ENTREPOT_SEEN_REFUSALS=seen.txt npm test
 *     node tools/check-refusals.ts seen.txt
 */
import { readFileSync } from 'node:fs'
import {
  documentedRefusals,
  unseenRefusals,
} from '../packages/test-support/src/setup/refusals-of-document.ts'

const path = process.argv[2]
if (path === undefined) throw new Error('usage: node tools/check-refusals.ts SEEN.txt')

const unseen = unseenRefusals(documentedRefusals(), readFileSync(path, 'utf8').split('\n'))
if (unseen.length > 0) {
  const list = unseen.map((one) => `  ${one}\n`).join('')
  process.stdout.write(
    `No test has seen these documented errors. Test them, or remove them from config.refusals:\n${list}`,
  )
  process.exitCode = 1
}
