import { expect, test } from 'vitest'
import { describeBrowser, userAgentOf } from '../src/people/user-agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    'Chrome on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`,
  ],
  [
    'Microsoft Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
  ],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'],
  ['Safari on iPhone', `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on iPhone', `${IPHONE} CriOS/143.0.7499.38 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Samsung Internet for Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome on Chrome OS',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`,
  ],
  ['Firefox', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:146.0) Gecko/20100101 Firefox/146.0'],
  ['Browser on Linux', '<img src=x onerror=alert(1)>/1.0 (X11; Linux x86_64)'],
  [null, '<img src=x onerror=alert(1)>/1.0 (x)'],
  [null, 'curl/8.5.0'],
  [null, ' '],
  [null, ''],
  [null, undefined],
])('%j is the name of the browser that sends %j', (name, userAgent) => {
  expect(describeBrowser(userAgent)).toBe(name)
})

test('a header is kept without control characters and up to 400 characters', () => {
  const kept = (userAgent?: string) => userAgentOf({ headers: { 'user-agent': userAgent } })
  expect(kept('Firefox\r\n\t\u0000\u001b[2J\u009b31m')).toBe('Firefox[2J31m')
  expect(kept('\u0000'.repeat(500) + 'x'.repeat(5_000))).toBe('x'.repeat(400))
  expect([kept(), kept(''), kept('\u0000')]).toEqual([undefined, undefined, undefined])
})
