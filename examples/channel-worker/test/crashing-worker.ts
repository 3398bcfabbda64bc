/** The worker, killed by SIGKILL at its n-th step. A step is the time before or after a write to the store or an exchange with the hub. */
import { createClient } from '@entrepot/client'
import { createClient as createSender } from '@entrepot/rest'
import { openStore, type Store } from '../src/store.ts'
import { runWorker } from '../src/worker.ts'

const { H: hub = '', C: key = '', CHANNEL_STORE = '', KILL_AT } = process.env
let steps = 0

function step(): void {
  steps += 1
  if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL')
}

/** Each function of the store, with a step before and after it. */
function withSteps(store: Store): Store {
  const wrapped = Object.entries(store).map(([name, run]) => [
    name,
    (...parameters: never[]) => {
      step()
      const result = (run as (...list: never[]) => unknown)(...parameters)
      step()
      return result
    },
  ])
  return Object.fromEntries(wrapped) as Store
}

const rest = createSender({ hooks: { onRequest: step, onResponse: step } })
const store = withSteps(openStore(CHANNEL_STORE))
const totals = await runWorker(createClient({ hub, key, rest }), store, { once: true })
process.stdout.write(JSON.stringify({ steps, totals }))
store.close()
await rest.close()
