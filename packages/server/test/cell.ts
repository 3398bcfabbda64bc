/** A cell: a hub with a database of its own, among several. */
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { type CommandOutcome, type LocalHub, runEntrepot, startHubHere } from '../src/testing.ts'

/** A hub with the sample customer. */
export interface Cell {
  readonly store: TestDatabase
  readonly hub: LocalHub
  /** Runs a command with the environment of the cell. */
  run(...args: readonly string[]): Promise<CommandOutcome>
  end(): Promise<void>
}

/** The number of the sample customer of cell 1. */
export const CUSTOMER = '1000000001'

/** Starts a cell. All have the same secret. */
export async function startCell(folder: string, cell: string): Promise<Cell> {
  const store = await createTestDatabase()
  const env = {
    DATABASE_URL: store.url,
    ENTREPOT_DATA: join(folder, cell),
    ENTREPOT_SECRET: 's'.repeat(40),
    ENTREPOT_CELL: cell,
    ENTREPOT_CONFIG: '',
  }
  const hub = await startHubHere(env)
  return {
    store,
    hub,
    run: async (...args) => await runEntrepot(args, env),
    async end() {
      await hub.end()
      await store.drop()
    },
  }
}

/** An order of one mug of the sample customer. */
export const orderOf = (reference: string) => ({
  ChannelReference: reference,
  Email: 'ann@example.com',
  CurrencyCode: 'EUR',
  ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
  Lines: [
    {
      ChannelReference: '1',
      MerchantProductReference: 'MUG-RED',
      Quantity: 1,
      UnitPriceInclVat: 9.95,
    },
  ],
})
