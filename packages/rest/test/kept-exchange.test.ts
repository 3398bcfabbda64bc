import * as rest from '@entrepot/rest'
import { describe, expect, test } from 'vitest'
import { collectGarbage } from './support/garbage.ts'
import { startServer } from './support/servers.ts'

/** Collects until the object is gone: what a socket just wrote is let go of some turns later. */
async function isCollected(reference: WeakRef<object>): Promise<boolean> {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    collectGarbage()
    if (reference.deref() === undefined) return true
  }
  return false
}

async function sendBytes(client: rest.Client, baseURL: string, size: number) {
  const body = new Uint8Array(size)
  await client.send({ method: 'POST', baseURL, body })
  return new WeakRef(body)
}

describe('an idle client', () => {
  test('keeps no request with a large body in memory', async () => {
    await using server = await startServer((request, response) => {
      request.resume().on('end', () => response.end('x'.repeat(100_000)))
    })
    await using client = rest.createClient()
    expect(await isCollected(await sendBytes(client, server.origin, 1_000_000))).toBe(true)
  })

  test('keeps at most one small request, and none once it is closed', async () => {
    await using server = await startServer((request, response) => {
      request.resume().on('end', () => response.end())
    })
    await using client = rest.createClient()
    const first = await sendBytes(client, server.origin, 1_000)
    const second = await sendBytes(client, server.origin, 1_000)
    expect(await isCollected(first)).toBe(true)
    expect(second.deref()).toBeDefined()
    await client.close()
    expect(await isCollected(second)).toBe(true)
  })
})
