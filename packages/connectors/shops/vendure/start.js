/**
 * Runs a Vendure shop in this process, with its database in memory or in PostgreSQL. Prints one line of JSON when it is ready, and ends with its standard input.
 *
 *     node start.js [--port 3000] [--file shop.sqlite | --database postgres://...]
 *
 * With `--file`, the database is read from the file if it exists, and written to it at the line `save` on the standard input, and at SIGTERM.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import core from '@vendure/core'
import { populate } from '@vendure/core/cli/index.js'
import { createApiKey, preparePrices } from './administration.js'
import { initialData } from './initial-data.js'

const { bootstrap, DefaultJobQueuePlugin, DefaultLogger, JobQueueService, LogLevel } = core

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    file: { type: 'string' },
    database: { type: 'string' },
    precision: { type: 'string', default: '2' },
  },
})
const { file } = values
const isNew = file === undefined || !existsSync(file)

/** As in a shop with other decimals than two. */
class MoneyStrategy extends core.DefaultMoneyStrategy {
  precision = Number(values.precision)
}

/**
 * Keys are random, so that a fast hash is as safe as a slow one. Vendure checks a key for each field of a request, and takes 0.2 s with the
 * hash for passwords that it uses by default.
 */
class KeyHashing {
  async hash(text) {
    return createHash('sha256').update(text).digest('hex')
  }
  async check(text, hash) {
    const own = Buffer.from(await this.hash(text))
    return own.length === hash.length && timingSafeEqual(own, Buffer.from(hash))
  }
}

const config = {
  logger: new DefaultLogger({ level: LogLevel.Error }),
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(values.port),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    cors: false,
  },
  authOptions: {
    tokenMethod: ['bearer', 'api-key'],
    adminApiKeyStrategy: new core.RandomBytesApiKeyStrategy({
      hashingStrategy: new KeyHashing(),
      // Otherwise each call writes when the key was used.
      lastUsedAtUpdateInterval: '1m',
    }),
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    // Buyers of tests order as guests.
    requireVerification: false,
  },
  dbConnectionOptions: values.database
    ? { type: 'postgres', url: values.database, synchronize: true }
    : {
        ...{ type: 'sqljs', synchronize: true, autoSave: false },
        ...(isNew ? {} : { database: new Uint8Array(readFileSync(file)) }),
      },
  entityOptions: { moneyStrategy: new MoneyStrategy() },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin.init({ useDatabaseForBuffer: false })],
}

const app = isNew
  ? await populate(async () => await bootstrap(config), initialData)
  : await bootstrap(config)
await app.get(JobQueueService).start()
const url = (await app.getUrl()).replace('[::1]', '127.0.0.1')

const keyFile = file === undefined ? undefined : `${file}.key`
if (isNew) await preparePrices(url)
const apiKey = isNew ? await createApiKey(url) : readFileSync(keyFile, 'utf8')
if (isNew && keyFile !== undefined) writeFileSync(keyFile, apiKey, { mode: 0o600 })
save()
process.stdout.write(`${JSON.stringify({ url, pid: process.pid, apiKey })}\n`)

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line !== 'save') return
    save()
    process.stdout.write('saved\n')
  })
  .on('close', end)
// Ctrl+C in a terminal reaches this process, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)

function end() {
  save()
  process.exit(0)
}

/** Written beside and renamed: a kill in between leaves the former file. */
function save() {
  if (file === undefined) return
  const bytes = app.get(core.TransactionalConnection).rawConnection.driver.export()
  writeFileSync(`${file}.new`, bytes)
  renameSync(`${file}.new`, file)
}
