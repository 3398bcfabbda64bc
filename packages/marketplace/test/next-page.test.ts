import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as rest from '@entrepot/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, createTestApi, type TestApi } from './api.ts'

const execute = promisify(execFile)
const reference = readFileSync(new URL('../../../docs/reference/api.md', import.meta.url), 'utf8')
/** Not every machine has curl; where it is missing, the script cannot be run. */
const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined

interface Order {
  readonly ChannelReference: string
}

/** `Link` leaves out the key; each way to pages has to add it again. */
describe('all pages of a list', () => {
  let api: TestApi
  let origin: string
  beforeAll(async () => {
    api = await createTestApi()
    origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
    for (const number of [1, 2, 3, 4, 5]) {
      await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: `P-${number}` }))
    }
  })
  afterAll(async () => await api.close())

  const all = ['P-1', 'P-2', 'P-3', 'P-4', 'P-5']

  async function pagesOf(request: rest.Request): Promise<string[]> {
    const seen: string[] = []
    for await (const page of rest.paginate(rest, request)) {
      seen.push(...rest.json<Order[]>(page).map((order) => order.ChannelReference))
    }
    return seen
  }

  test('can be read with paginate and a key in a header', async () => {
    const headers = { 'X-Api-Key': api.merchantKey }
    expect(await pagesOf({ baseURL: `${origin}/v2/orders?pageSize=2`, headers })).toEqual(all)
  })

  test('can be read with paginate and a key in a query parameter', async () => {
    const queryParams = { apikey: api.merchantKey, pageSize: '2' }
    expect(await pagesOf({ baseURL: `${origin}/v2/orders`, queryParams })).toEqual(all)
  })

  test('can be read with paginate and a key in the URL', async () => {
    const baseURL = `${origin}/v2/orders?pageSize=2&apikey=${api.merchantKey}`
    expect(await pagesOf({ baseURL })).toEqual(all)
  })

  test.skipIf(curlIsMissing)('can be read with the curl script in the reference', async () => {
    const script = /```sh\n(.*?rel="next".*?)```/s.exec(reference)?.[1] ?? ''
    expect(script).toContain('pageSize=1000')
    const folder = mkdtempSync(join(tmpdir(), 'entrepot-curl-'))
    const env = { ...process.env, HUB: origin, KEY: api.merchantKey }
    try {
      const small = script.replace('pageSize=1000', 'pageSize=2')
      const { stdout } = await execute('sh', ['-c', small], { cwd: folder, env })
      expect(
        Array.from(stdout.matchAll(/"ChannelReference":"(P-\d)"/g), ([, name]) => name),
      ).toEqual(all)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
