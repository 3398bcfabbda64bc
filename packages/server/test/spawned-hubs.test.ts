import { endsEarly } from '@entrepot/test-support/ends-early'
import { expect, test } from 'vitest'
import { spawnHub } from '../src/testing.ts'

test('a hub that ends before it is ready is reported with its end and its last words', async () => {
  const env = { NODE_OPTIONS: endsEarly({ stderr: 'The port is taken.' }) }
  await expect(spawnHub({ env })).rejects.toThrow(
    'the hub ended with 3 before it was ready: The port is taken.',
  )
})
