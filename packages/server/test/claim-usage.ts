/** A process that claims as much of the limit of an agent as it can, and prints how much it has got. */
import { openDatabase } from '@entrepot/database'
import { amountsOf, DEFAULT_CAPS } from '../src/agents/caps/rules.ts'
import { claimUsage } from '../src/agents/caps/store.ts'

const [url = '', customerId = ''] = process.argv.slice(2)
const database = await openDatabase({ url })
const place = { customerId, agentKey: 'agent_of_several_processes', timeZone: 'UTC' }
const CAPS = { ...DEFAULT_CAPS, prices: 500 }
let claimed = 0
const work = async () => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await claimUsage(database, place, amountsOf({ prices: 1 }), CAPS)) claimed += 1
  }
}
await Promise.all([work(), work()])
await database.end()
process.stdout.write(String(claimed))
