/**
 * Loaded into the process of a hub (`--import`): the first SIGUSR2 begins to sample its stacks, and the next one writes the profile to the
 * file of `BENCH_PROFILE`.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/** Microseconds between samples. */
const INTERVAL_MICROS = 250

const file = process.env.BENCH_PROFILE ?? ''
const session = new Session()
session.connect()
let isSampling = false

process.on('SIGUSR2', async () => {
  isSampling = !isSampling
  if (isSampling) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_MICROS })
    await session.post('Profiler.start')
    writeFileSync(`${file}.begun`, '')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  writeFileSync(`${file}.part`, JSON.stringify(profile))
  renameSync(`${file}.part`, file)
})
