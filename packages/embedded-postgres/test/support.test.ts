import { endsEarly } from '@entrepot/test-support/ends-early'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHub } from './support.ts'

test('the report of a hub counts, even if its process is gone when it arrives, and else its end', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_OPTIONS', endsEarly({ stdout: '{"event":"refused"}\n' }))
  expect((await startHub('unused')).report).toEqual({ event: 'refused' })
  vi.stubEnv('NODE_OPTIONS', endsEarly({ stdout: '{"event":"log"}\n' }))
  await expect(startHub('unused')).rejects.toThrow('the hub ended with 3: {"event":"log"}')
})
