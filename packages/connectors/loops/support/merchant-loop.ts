/** What the loops of shops that are merchants share: a connection with proxies before the shop and the hub, and orders of a channel. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Schemas } from '@entrepot/client'
import type { KillableHub } from '@entrepot/test-support/hub-process'
import { createRandom, type Random } from '@entrepot/test-support/random'
import { expect } from 'vitest'
import type { Adapter } from '../../src/adapter/adapter.ts'
import { type Connector, type RunReport, total } from '../../src/index.ts'
import type { Harness } from '../../test/support/harness.ts'
import { type ConnectorProcess, connectorProcess } from './connector-process.ts'
import { explained } from './explain.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

type HubOrder = Schemas['OrderResponse']

export interface MerchantLoopOptions {
  readonly harness: Harness
  readonly hub: KillableHub
  readonly adapter: Adapter
  readonly shopUrl: string
  /** Of the connection, besides the address of the shop. */
  readonly settings: Readonly<Record<string, string | number>>
  readonly secrets: Readonly<Record<string, string>>
  /** Which calls fail. */
  readonly seed: number
  /** What the shop has printed last. */
  readonly shopLog?: () => string
}

export interface OrderedLine {
  readonly sku: string
  readonly quantity: number
  readonly price: number
  readonly discount?: number
}

export const ADDRESS = {
  FirstName: 'Nora',
  LastName: 'Example',
  StreetName: 'Harbour street',
  HouseNr: '12',
  ZipCode: '1011 AB',
  City: 'Amsterdam',
  CountryIso: 'NL',
}

/** Those after which the next run goes on without a person. */
export const FAULTS: readonly Fault[] = ['throttled', 'unavailable', 'unreached', 'lost']

export const stepOf = ({ steps }: RunReport, name: string) =>
  steps.find(({ step }) => step === name)

/** Options of {@link MerchantLoop.survive}. */
export interface SurviveOptions {
  /** How many orders come in meanwhile. */
  readonly orders: number
  /** The share of calls that fail, on both sides. */
  readonly share: number
  readonly random: Random
  /** Kills the shop, and starts it again. */
  restartShop(): Promise<void>
  /** Lets people on both sides change some of these orders. */
  change(references: readonly string[]): Promise<void>
}

/** Orders of one round, and those that people change in it. */
const ORDERS_A_ROUND = 5
const CHANGED_A_ROUND = 15

/** What else happens in a round in which the connector is killed; the first ones have each of them. */
const FAULTS_OF_ROUNDS = ['shop', 'hub', 'hub away', 'nothing'] as const

/** Connects a shop to the hub of a harness. */
export async function startMerchantLoop(options: MerchantLoopOptions): Promise<MerchantLoop> {
  const { harness, adapter, shopUrl, settings, seed } = options
  const toShop = await startFaultyProxy(shopUrl, createRandom(seed, 1))
  const toHub = await startFaultyProxy(harness.hub.url, createRandom(seed, 2))
  const connectionId = await harness.connect(adapter.description.shop, {
    Settings: { ...settings, url: toShop.url },
  })
  return new MerchantLoop(options, toShop, toHub, connectionId)
}

export class MerchantLoop {
  readonly toShop: FaultyProxy
  readonly toHub: FaultyProxy
  readonly connectionId: number
  readonly #options: MerchantLoopOptions
  readonly #harness: Harness
  #connector: Connector

  constructor(
    options: MerchantLoopOptions,
    toShop: FaultyProxy,
    toHub: FaultyProxy,
    connectionId: number,
  ) {
    this.#options = options
    this.#harness = options.harness
    this.toShop = toShop
    this.toHub = toHub
    this.connectionId = connectionId
    this.#connector = this.#connect('the test')
  }

  /** All connectors know the hub under one address, which is part of the marks. */
  #connect(holder: string): Connector {
    const { adapter, secrets } = this.#options
    return this.#harness.connector(adapter, {
      hub: this.toHub.url,
      secrets: () => secrets,
      holder,
    })
  }

  async run(): Promise<RunReport> {
    const [report] = await this.#connector.runOnce(this.connectionId)
    if (report === undefined) throw new Error('no report')
    return report
  }

  /** Runs until nothing is left to do. */
  async settle(): Promise<void> {
    const { harness, shopLog } = this.#options
    await explained(harness.merchant, () => this.#settle(), shopLog)
  }

  async #settle(): Promise<void> {
    for (let runs = 0; runs < 10; runs += 1) {
      const report = await this.run()
      expect(report.failure).toBeUndefined()
      if (total(report, 'written') === 0) return
    }
    throw new Error('The connector does not come to an end.')
  }

  /** Runs while calls to the shop fail, until the answers of two of them were lost. */
  async runUntilAnswersAreLost(share: number): Promise<void> {
    const lost = () => this.toShop.faults.lost ?? 0
    const before = lost()
    this.toShop.breaks(share, FAULTS)
    for (let tries = 0; lost() - before < 2 && tries < 12; tries += 1) await this.run()
    this.toShop.breaks(0, [])
  }

  /** Lets a process be the connector while calls on both sides fail. @returns what the process has printed */
  async withFaults(
    share: number,
    act: (process: ConnectorProcess) => Promise<void>,
  ): Promise<string> {
    const { secrets } = this.#options
    await this.#connector.close()
    await this.#harness.expireLeases()
    const keys = [this.#harness.merchantKey]
    const process = connectorProcess({ hub: this.toHub.url, keys, holder: 'the process', secrets })
    for (const proxy of [this.toShop, this.toHub]) proxy.breaks(share, FAULTS)
    process.start()
    try {
      await act(process)
    } finally {
      await process.kill()
      for (const proxy of [this.toShop, this.toHub]) proxy.breaks(0, [])
    }
    await this.#harness.expireLeases()
    this.#connector = this.#connect('the test again')
    await this.settle()
    return process.log()
  }

  /**
   * Takes orders while people change them, calls fail, and the connector, the shop and the hub are killed.
   *
   * @returns what the connector has printed
   */
  async survive(options: SurviveOptions): Promise<string> {
    const { orders, share, random } = options
    const references: string[] = []
    return await this.withFaults(share, async (connector) => {
      for (let round = 0; references.length < orders; round += 1) {
        const wanted = Math.min(orders - references.length, ORDERS_A_ROUND)
        for (let index = 1; index <= wanted; index += 1)
          references.push(await this.anyOrder(`K-${round}-${index}`, random))
        // The fault itself: processes die at any moment of their work.
        await pause(random.int(1_500, 8_000))
        const fault = FAULTS_OF_ROUNDS[round] ?? random.pick(FAULTS_OF_ROUNDS)
        await this.#kill(fault, connector, options)
        await options.change(someOf(references, random))
      }
      await pause(random.int(1_500, 8_000))
    })
  }

  async #kill(
    fault: (typeof FAULTS_OF_ROUNDS)[number],
    connector: ConnectorProcess,
    { random, restartShop }: SurviveOptions,
  ): Promise<void> {
    // A connector that lives goes on with the hub that has started again.
    if (fault !== 'hub' || random.chance(0.5)) await connector.kill()
    if (fault === 'shop') await restartShop()
    if (fault === 'hub') await this.#killHub()
    connector.start()
    if (fault === 'hub away') await this.#hideHub(random.int(1_000, 4_000))
  }

  async #killHub(): Promise<void> {
    const { hub } = this.#options
    await hub.kill()
    await hub.start()
  }

  async #hideHub(milliseconds: number): Promise<void> {
    this.toHub.answers(503)
    await pause(milliseconds)
    this.toHub.answers(undefined)
  }

  /** Creates an order of the channel, and returns its id. */
  async order(reference: string, lines: readonly OrderedLine[], more: object = {}) {
    const body = {
      ChannelReference: reference,
      Email: `${reference.toLowerCase()}@example.com`,
      CurrencyCode: 'EUR',
      ShippingAddress: ADDRESS,
      Lines: lines.map(({ sku, quantity, price, discount }, index) => ({
        ChannelReference: `${reference}-${index + 1}`,
        MerchantProductReference: sku,
        Quantity: quantity,
        UnitPriceInclVat: price,
        ...(discount && { DiscountInclVat: discount }),
      })),
      ...more,
    }
    return (await this.#harness.channel.createOrder({ body } as never)).Id
  }

  /** An order of one to three lines, of products that both shops have. */
  async anyOrder(reference: string, random: Random): Promise<string> {
    const lines = Array.from({ length: random.int(1, 3) }, (_, index) => ({
      sku: random.chance(0.5) ? `LAMP-${30 + index}` : `SHIRT-${30 + index}-1`,
      quantity: random.int(1, 3),
      price: random.int(199, 3999) / 100,
      ...(random.chance(0.5) && { discount: random.int(1, 99) / 100 }),
    }))
    await this.order(reference, lines, { ShippingCostsInclVat: random.pick([0, 2.95, 4.95]) })
    return reference
  }

  /** Cancels units of a line in the hub, as the merchant. */
  cancel(name: string, reference: string, line: string, Quantity: number) {
    return this.#harness.merchant.createCancellation({
      body: {
        MerchantReference: name,
        ChannelOrderReference: reference,
        Lines: [{ ChannelOrderLineReference: line, Quantity }],
      },
    } as never)
  }

  hubOrder(id: number): Promise<HubOrder> {
    return this.#harness.merchant.getOrderById({ id })
  }

  /** The orders that the shop has. */
  async acknowledgedOrders(): Promise<readonly HubOrder[]> {
    const orders: HubOrder[] = []
    for await (const page of this.#harness.merchant.pages('listOrders', { pageSize: 100 }))
      orders.push(...page)
    return orders.filter(({ AcknowledgedDate }) => AcknowledgedDate !== null)
  }

  /** Expects that the hub has the counts of the shop, by SKU. */
  async expectStock(counts: ReadonlyMap<string, number>): Promise<void> {
    let compared = 0
    for await (const page of this.#harness.merchant.pages('listProducts', { pageSize: 100 })) {
      for (const { MerchantProductReference: sku, IsActive, Stock } of page) {
        if (!counts.has(sku) || !IsActive) continue
        expect(Stock, `the stock of ${sku}`).toBe(counts.get(sku))
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(490)
  }

  /** Closes the proxies. The harness closes the connector. */
  async close(): Promise<void> {
    await Promise.all([this.toShop[Symbol.asyncDispose](), this.toHub[Symbol.asyncDispose]()])
  }
}

/** The newest ones, and some older ones. */
function someOf(references: readonly string[], random: Random): readonly string[] {
  const newest = references.slice(-ORDERS_A_ROUND)
  const older = references.slice(0, -ORDERS_A_ROUND)
  const count = Math.min(older.length, CHANGED_A_ROUND - newest.length)
  const picked = Array.from({ length: count }, () => random.pick(older))
  return [...new Set([...picked, ...newest])]
}
