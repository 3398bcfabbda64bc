/** The size of the heap after a full collection of garbage. */
import { Session } from 'node:inspector'

/** Bytes that are in use. The collection is a command of the inspector, which needs no flag of the engine. */
export async function measureHeap(): Promise<number> {
  const session = new Session()
  session.connect()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()))
  await promise.finally(() => session.disconnect())
  return process.memoryUsage().heapUsed
}
