import { expect, test } from 'vitest'
import { isOwnHost, mayCall } from '../src/access/mcp/origins.ts'

const PUBLIC_URL = 'https://hub.example'

test.each([
  [undefined, true],
  ['https://hub.example', true],
  ['http://localhost:6274', true],
  ['http://127.0.0.1:1', true],
  ['http://[::1]:3000', true],
  ['https://agent.example', true],
  ['chrome-extension://abcdef', true],
  ['http://hub.example', false],
  ['https://hub.example:444', false],
  ['https://agent.example.evil.example', false],
  ['https://localhost.evil.example', false],
  ['http://localhost@evil.example', false],
  ['chrome-extension://localhost', false],
  ['null', false],
  ['', false],
])('a page of %j may call: %s', (origin, may) => {
  const allowedOrigins = ['https://agent.example', 'chrome-extension://abcdef']
  expect(mayCall(origin, { publicUrl: PUBLIC_URL, allowedOrigins })).toBe(may)
})

test('with * every page may call, including those without a name', () => {
  for (const origin of ['https://any.example', 'null']) {
    expect(mayCall(origin, { publicUrl: PUBLIC_URL, allowedOrigins: ['*'] })).toBe(true)
  }
})

test.each([
  ['http://127.0.0.1:8080', 'localhost:8080', true],
  ['http://127.0.0.1:8080', '[::1]:8080', true],
  ['http://127.0.0.1:8080', 'evil.example:8080', false],
  ['http://127.0.0.1:8080', '127.0.0.1.evil.example', false],
  ['http://127.0.0.1:8080', '', false],
  ['https://hub.example', 'what.the.proxy.says', true],
])('a hub at %s accepts the host name %j: %s', (own, host, is) => {
  expect(isOwnHost(host, { publicUrl: own })).toBe(is)
})
