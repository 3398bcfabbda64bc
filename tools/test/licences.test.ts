import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../imports.ts'

/** What most of the console is made of. */
const NAMES = [
  'react',
  'react-dom',
  '@mantine/core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tabler/icons-react',
  'recharts',
]

test('the package of the hub contains the licences of what its console is built from', () => {
  const server = mkdtempSync(join(tmpdir(), 'entrepot-licences-'))
  onTestFinished(() => rmSync(server, { recursive: true }))
  const runTool = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root })
  runTool('tools/build-console.ts')
  runTool('tools/copy-files.ts', server)
  const file = join(server, 'dist/site/console/files/licenses.md')
  const sections = readFileSync(file, 'utf8').split(/^## /m)
  for (const name of NAMES) {
    const section = sections.find((one) => one.startsWith(`${name} - `))
    expect(section, name).toMatch(/\(MIT\)\n.*Permission is hereby granted/s)
  }
  const font = sections.find((one) => one.startsWith('@fontsource-variable/inter - '))
  expect(font).toMatch(/\(OFL-1\.1\)\n.*SIL OPEN FONT LICENSE/s)
})
