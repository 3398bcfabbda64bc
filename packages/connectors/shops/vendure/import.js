/**
 * Imports products with the importer of Vendure into an empty shop, and prints the seconds that it took as a line of JSON: what a first
 * synchronisation is compared with.
 *
 *     node import.js products.csv
 */
import core from '@vendure/core'
import { importProductsFromCsv, populate } from '@vendure/core/cli/index.js'
import { initialData } from './initial-data.js'

const { bootstrap, DefaultJobQueuePlugin, DefaultLogger, LogLevel } = core
const [file] = process.argv.slice(2)

const config = {
  logger: new DefaultLogger({ level: LogLevel.Error }),
  apiOptions: {
    hostname: '127.0.0.1',
    port: 0,
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: { superadminCredentials: { identifier: 'superadmin', password: 'superadmin' } },
  dbConnectionOptions: { type: 'sqljs', synchronize: true, autoSave: false },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin],
}

const app = await populate(async () => await bootstrap(config), initialData)
// The importer shows its progress on the standard output unless a shop is being created.
process.env.CREATING_VENDURE_APP = 'true'
const startedAt = performance.now()
const { imported, errors } = await importProductsFromCsv(app, file, 'en')
const seconds = (performance.now() - startedAt) / 1_000
process.stdout.write(`${JSON.stringify({ imported, errors, seconds })}\n`)
process.exit(0)
