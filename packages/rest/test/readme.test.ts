import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installedNodes } from '@entrepot/test-support/nodes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, startServer, type TestServer } from './support/servers.ts'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const root = join(packageRoot, '../..')
const readme = ['README.md', 'docs/signatures.md']
  .map((path) => readFileSync(join(packageRoot, path), 'utf8'))
  .join('\n')

/** Every block of TypeScript, under the heading that it stands below. */
function snippetsOf(markdown: string): [heading: string, code: string][] {
  return markdown.split(/^#+ /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? ''
    const blocks = Array.from(section.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code)
    return blocks.map((code): [string, string] => [heading, code])
  })
}

/** Plays api.example.com. */
function startExampleServer(): Promise<TestServer> {
  return startServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    await bodyOf(request)
    if (path === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('id: 1\nevent: order\ndata: {"id":7}\n\n')
      return
    }
    if (path === '/old') response.writeHead(302, { location: '/orders' })
    else response.setHeader('content-type', 'application/json')
    if (path === '/pages' && !request.url?.includes('page=2')) {
      response.setHeader('link', '</pages?page=2>; rel="next"')
    }
    response.end(JSON.stringify({ id: 7, sku: 'A-1' }))
  })
}

describe('the README', () => {
  const snippets = snippetsOf(readme)
  let server: TestServer
  let folder: string

  const fileOf = (index: number) => join(folder, `snippet-${index}.ts`)

  beforeAll(async () => {
    server = await startExampleServer()
    folder = mkdtempSync(join(packageRoot, 'test/.readme-'))
    snippets.forEach(([, code], index) => {
      const local = code
        .replaceAll('https://api.example.com', server.origin)
        .replaceAll("readFileSync('", `readFileSync('${packageRoot}test/fixtures/`)
        .replaceAll("('package.json')", `('${packageRoot}package.json')`)
      writeFileSync(fileOf(index), `${local}\nexport {}\n`)
    })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  })

  test('has snippets for every feature', () => {
    expect(snippets.length).toBeGreaterThanOrEqual(14)
  })

  test('shows the simplest use in five lines', () => {
    const [, first = ''] = snippets[0] ?? []
    expect(first.trim().split('\n')).toHaveLength(5)
  })

  test('has snippets that compile with the strictest settings', () => {
    const config = {
      extends: join(root, 'tsconfig.json'),
      include: [],
      files: snippets.map((_, index) => fileOf(index)),
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const output = execFileSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })
    expect(output).toBe('')
  }, 60_000)

  test.each(installedNodes())('has snippets that run on Node %s', async (_version, node) => {
    const files = snippets.map((_, index) => fileOf(index))
    const flags = ['--no-warnings', '--conditions=@entrepot/source', '--input-type=module']
    const script = `
      for (const file of process.argv.slice(1)) {
        console.log('# ' + file)
        await import(file)
      }
      process.exit()`
    // The server of the snippets is in this process.
    const { stdout } = await promisify(execFile)(node, [...flags, '--eval', script, '--', ...files])
    expect(stdout.match(/^# /gm)).toHaveLength(files.length)
    expect(stdout).not.toContain('REST_CONNECT')
  })

  test.each(snippets)(
    'has a snippet under "%s" without syntax that Node 22 lacks',
    (_heading, code) => {
      expect(code).not.toMatch(/\busing \w+ = /)
    },
  )
})
