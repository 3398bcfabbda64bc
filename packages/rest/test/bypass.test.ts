import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { bypassOf } from '../src/network/transport/bypass.ts'

type Row = readonly [list: string, host: string, expected: 'direct' | 'proxy']

/** What curl does as well, from 7.86 on. */
const LIKE_CURL: readonly Row[] = [
  ['', 'example.com', 'proxy'],
  [',', 'example.com', 'proxy'],
  ['.', 'example.com', 'proxy'],
  ['*', 'example.com', 'direct'],
  ['*', '10.1.2.3', 'direct'],
  ['example.com', 'example.com', 'direct'],
  ['example.com', 'www.example.com', 'direct'],
  ['example.com', 'notexample.com', 'proxy'],
  ['example.com', 'example.com.test', 'proxy'],
  ['.example.com', 'example.com', 'direct'],
  ['.example.com', 'www.example.com', 'direct'],
  ['www.example.com', 'example.com', 'proxy'],
  ['example.com.', 'example.com', 'direct'],
  ['example.com', 'example.com.', 'direct'],
  ['example.COM', 'EXAMPLE.com', 'direct'],
  ['a.test, example.com', 'example.com', 'direct'],
  ['a.test,,example.com', 'example.com', 'direct'],
  ['\texample.com\t,b.test', 'example.com', 'direct'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example', 'direct'],
  ['10.1.2.3', '10.1.2.3', 'direct'],
  ['10.1.2.3', '10.1.2.30', 'proxy'],
  ['10.0.0.0/8', '10.1.2.3', 'direct'],
  ['10.0.0.0/8', '11.1.2.3', 'proxy'],
  ['10.0.0.0/8', '0x0a.1.2.3', 'direct'],
  ['10.0.0.0/8', '167838211', 'direct'],
  ['10.0.0.0/8', 'a.test', 'proxy'],
  ['10.1.2.99/24', '10.1.2.3', 'direct'],
  ['10.1.2.4/31', '10.1.2.3', 'proxy'],
  ['10.1.2.3/32', '10.1.2.3', 'direct'],
  ['10.0.0.0/33', '10.1.2.3', 'proxy'],
  ['10.0.0.0/', '10.1.2.3', 'proxy'],
  ['10/8', '10.1.2.3', 'proxy'],
  ['2.3', '10.1.2.3', 'proxy'],
  ['.2.3', '10.1.2.3', 'proxy'],
  ['127.0.0.1', '127.1', 'direct'],
  ['localhost', '127.0.0.1', 'proxy'],
  ['127.0.0.1', 'localhost', 'proxy'],
  ['::1', '[::1]', 'direct'],
  ['::2', '[::1]', 'proxy'],
]

/** What curl does not do, or not in every version: 7.88 compares IPv6 addresses as text, and newer ones do not split at blanks. */
const OWN: readonly Row[] = [
  ['a.test example.com', 'example.com', 'direct'],
  [' * ', 'example.com', 'direct'],
  ['a.test,*', 'example.com', 'direct'],
  ['*.example.com', 'www.example.com', 'direct'],
  ['*.example.com', 'example.com', 'proxy'],
  ['example.com:8080', 'example.com', 'direct'],
  ['example.com:80', 'example.com', 'proxy'],
  ['10.1.2.3:8080', '10.1.2.3', 'direct'],
  ['*:80', 'example.com', 'proxy'],
  ['[::1]', '[::1]', 'direct'],
  ['[::1]:8080', '[::1]', 'direct'],
  ['[::1]:80', '[::1]', 'proxy'],
  ['::1/128', '[::1]', 'direct'],
  ['0:0:0:0:0:0:0:1', '[::1]', 'direct'],
  ['fd00::/8', '[fd00::1]', 'direct'],
  ['FD00::/8', '[fd00::1]', 'direct'],
  ['fd00::/8', '[fe00::1]', 'proxy'],
  ['fd00::/129', '[fd00::1]', 'proxy'],
  ['0.0.0.0/0', '10.1.2.3', 'direct'],
  ['::/0', '[fd00::1]', 'direct'],
  ['10.0.0.0/8', '[::ffff:10.1.2.3]', 'direct'],
]

describe('NO_PROXY', () => {
  test.each([...LIKE_CURL, ...OWN])('%j: %s is reached by %s', (list, host, expected) => {
    const isBypassed = bypassOf(list)(new URL(`http://${host}:8080/`))
    expect(isBypassed ? 'direct' : 'proxy').toBe(expected)
  })

  test('with the port of a scheme applies to URLs that leave it out', () => {
    const isBypassed = bypassOf('example.com:443')
    expect(isBypassed(new URL('https://example.com/'))).toBe(true)
    expect(isBypassed(new URL('http://example.com/'))).toBe(false)
  })

  test.skipIf(!hasCurl())('means the same to curl', async () => {
    // curl asks for a tunnel because of --connect-to, so the refusal of this proxy shows that it was used.
    const server = createServer((_request, response) => response.end())
    server.on('connect', (_request, socket) => socket.end('HTTP/1.1 502 No\r\n\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const calls = LIKE_CURL.map(([list, host]) => [
      ...['-q', '--silent', '--output', '/dev/null', '--write-out', '%{http_connect}\\n'],
      ...['--proxy', `http://${address}`, '--noproxy', list, '--connect-to', `::${address}`],
      `http://${host}:8080/`,
    ])
    const args = calls.flatMap((call, index) => (index === 0 ? call : ['--next', ...call.slice(1)]))
    // It ends with an error code because some of the transfers fail.
    const run: Promise<{ stdout: string }> = promisify(execFile)('curl', args)
    const { stdout } = await run.catch((error) => error)
    server.closeAllConnections()
    server.close()
    const seen = stdout.trimEnd().split('\n')
    const found = LIKE_CURL.map(([list, host], index): Row => {
      return [list, host, seen[index] === '000' ? 'direct' : 'proxy']
    })
    expect(seen).toHaveLength(LIKE_CURL.length)
    expect(found).toEqual(LIKE_CURL)
  })
})

/** Whether there is a curl that reads networks in `NO_PROXY`, which 7.86 was the first to do. */
function hasCurl(): boolean {
  try {
    const text = execFileSync('curl', ['--version'], { encoding: 'utf8' })
    const [, major = 0, minor = 0] = /^curl (\d+)\.(\d+)/.exec(text) ?? []
    return Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 86)
  } catch {
    return false
  }
}
