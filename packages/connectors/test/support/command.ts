/** `entrepot-connect` with the shop of the tests, as a process. */
import { runCommand } from '../../src/cli/main.ts'
import { httpShop } from './http-shop.ts'

await runCommand(process.argv.slice(2), process, [httpShop])
