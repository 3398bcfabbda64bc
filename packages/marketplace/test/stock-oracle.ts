/** What is available of each product by the formula, from what has happened to it: written apart from the code, without its tables. */

export interface OracleSettings {
  readonly StockKeeper: 'merchant' | 'hub' | 'none'
  readonly CountsExclude: 'acknowledged' | null
  readonly StockLag: number
  readonly RestockReturns: boolean
}

/** Units by the index of the line. */
export type LineUnits = Readonly<Record<number, number>>

/** What has happened, and was not refused. */
export type Happening =
  | { readonly kind: 'product'; readonly product: string; readonly stock: number }
  | { readonly kind: 'order'; readonly order: string; readonly lines: readonly SoldLine[] }
  | { readonly kind: 'correct'; readonly order: string; readonly line: number; readonly to: string }
  | { readonly kind: 'acknowledge' | 'close' | 'reopen'; readonly order: string }
  | {
      readonly kind: 'ship'
      readonly order: string
      readonly shipment: string
      readonly units: LineUnits
    }
  | { readonly kind: 'void'; readonly shipment: string }
  | { readonly kind: 'cancel' | 'wait'; readonly order: string; readonly units: LineUnits }
  | {
      /** Units of a return that were accepted. */
      readonly kind: 'accept'
      readonly order: string
      readonly units: LineUnits
      readonly restock: boolean | null
    }
  | {
      readonly kind: 'count'
      readonly product: string
      readonly stock: number
      /** Minutes before now, if the count is dated. */
      readonly ago?: number
    }
  | {
      /** A file with the counts of products, which is applied later. Its counts are of now. */
      readonly kind: 'upload'
      readonly counts: Readonly<Record<string, number>>
    }
  | { readonly kind: 'import' }
  | { readonly kind: 'change'; readonly product: string; readonly units: number }
  | { readonly kind: 'settings'; readonly settings: Partial<OracleSettings> }
  | { readonly kind: 'pass'; readonly minutes: number }

export interface SoldLine {
  readonly product: string
  readonly quantity: number
}

interface Line {
  product: string
  readonly quantity: number
  shipped: number
  cancelled: number
}

interface Order {
  readonly lines: readonly Line[]
  isAcknowledged: boolean
  isClosed: boolean
}

/** When something has happened: minutes, and the number of the happening among those of the same minute. */
type Moment = readonly [minutes: number, number: number]

interface Departure {
  readonly product: string
  readonly at: Moment
  /** The units of a shipment, or the line that was acknowledged. */
  readonly what: { readonly shipment: string; readonly units: number } | Line
  readonly order: Order
}

interface Movement {
  readonly at: Moment
  readonly units: number
}

interface Product {
  stock: number
  countedAt: Moment
  /** What has changed the stock, and was no count. */
  readonly movements: Movement[]
}

/** What the hub should answer of a product. */
export interface Expected {
  readonly Stock: number
  readonly StockReserved: number
  readonly StockAvailable: number
  /** Units that are ordered and not there. */
  readonly short: number
}

const isAfter = (one: Moment, other: Moment) =>
  one[0] > other[0] || (one[0] === other[0] && one[1] > other[1])

/** A history, happening by happening. */
export class Oracle {
  settings: OracleSettings = {
    StockKeeper: 'merchant',
    CountsExclude: null,
    StockLag: 60,
    RestockReturns: false,
  }
  #minutes = 0
  #number = 0
  readonly products = new Map<string, Product>()
  readonly orders = new Map<string, Order>()
  readonly #shipments = new Map<string, readonly [order: string, units: LineUnits]>()
  #departures: Departure[] = []
  #uploads: (readonly [at: Moment, counts: Readonly<Record<string, number>>])[] = []

  static of(history: readonly Happening[]): Oracle {
    const oracle = new Oracle()
    for (const happening of history) oracle.take(happening)
    return oracle
  }

  expected(product: string): Expected {
    const { stock } = this.products.get(product) as Product
    const { StockKeeper } = this.settings
    const open = StockKeeper === 'none' ? 0 : this.#open(product)
    const gone = StockKeeper === 'merchant' ? this.#gone(product) : 0
    const reserved = open + gone
    return {
      Stock: stock,
      StockReserved: reserved,
      StockAvailable: Math.max(0, stock - reserved),
      short: Math.max(0, Math.min(open, reserved - stock)),
    }
  }

  get #excludes(): boolean {
    return this.settings.StockKeeper === 'merchant' && this.settings.CountsExclude !== null
  }

  /** Units of orders that are ordered, not shipped, not cancelled, of orders that are not closed, nor off the count as acknowledged ones. */
  #open(product: string): number {
    let open = 0
    for (const { lines, isClosed, isAcknowledged } of this.orders.values()) {
      if (isClosed || (this.#excludes && isAcknowledged)) continue
      for (const line of lines) {
        if (line.product === product) open += line.quantity - line.shipped - line.cancelled
      }
    }
    return open
  }

  /** Units that have left since the last count, and not longer ago than the lag. */
  #gone(product: string): number {
    return this.#goneParts(product).reduce((sum, { units }) => sum + units, 0)
  }

  #goneParts(product: string): readonly Movement[] {
    return this.#unsettled(product).flatMap(({ what, order, at }) => {
      const isShipment = 'shipment' in what
      if (isShipment === this.#excludes) return []
      if (isShipment) return [{ at, units: what.units }]
      return [{ at, units: order.isClosed ? what.shipped : what.quantity - what.cancelled }]
    })
  }

  #unsettled(product: string): readonly Departure[] {
    const { countedAt } = this.products.get(product) as Product
    return this.#departures.filter(
      (departure) =>
        departure.product === product &&
        isAfter(departure.at, countedAt) &&
        !this.#isExpired(departure),
    )
  }

  #isExpired({ at }: Departure): boolean {
    return this.#minutes - at[0] >= this.settings.StockLag
  }

  take(happening: Happening): void {
    this.#number += 1
    this.#apply(happening)
  }

  #now(): Moment {
    return [this.#minutes, this.#number]
  }

  #apply(happening: Happening): void {
    switch (happening.kind) {
      case 'product':
        this.products.set(happening.product, {
          stock: happening.stock,
          countedAt: this.#now(),
          movements: [],
        })
        break
      case 'order': {
        const lines = happening.lines.map((line) => ({ ...line, shipped: 0, cancelled: 0 }))
        this.orders.set(happening.order, { lines, isAcknowledged: false, isClosed: false })
        break
      }
      case 'correct':
        this.#line(happening.order, happening.line).product = happening.to
        break
      case 'acknowledge':
        this.#acknowledge(this.#order(happening.order))
        break
      case 'close':
      case 'reopen':
        this.#order(happening.order).isClosed = happening.kind === 'close'
        break
      case 'cancel':
        for (const [line, units] of this.#units(happening)) line.cancelled += units
        break
      case 'wait':
        break
      case 'count':
        this.#count(happening)
        break
      case 'upload':
        this.#uploads.push([this.#now(), happening.counts])
        break
      case 'import':
        for (const [at, counts] of this.#uploads) {
          for (const [product, stock] of Object.entries(counts)) {
            this.#takeCount(product, stock, at, false)
          }
        }
        this.#uploads = []
        break
      case 'change':
        this.#move(happening.product, happening.units)
        break
      case 'settings':
        this.#change(happening.settings)
        break
      case 'pass':
        this.#minutes += happening.minutes
        this.#number = 0
        break
      default:
        this.#fulfil(happening)
    }
  }

  #change(settings: Partial<OracleSettings>): void {
    // What was settled by time stays settled.
    this.#departures = this.#departures.filter((departure) => !this.#isExpired(departure))
    const before = this.settings
    const [keptByHub, excluded] = [before.StockKeeper === 'hub', this.#excludes]
    const gone = new Map([...this.products.keys()].map((name) => [name, this.#goneParts(name)]))
    this.settings = { ...before, ...settings }
    if ((this.settings.StockKeeper === 'hub') === keptByHub) return
    // The stock of the hub is what is on the shelf: without what has left, and with what is acknowledged and open.
    for (const [name, parts] of gone) {
      const sign = Number(excluded) - Number(this.#excludes)
      const open = { at: this.#now(), units: sign * this.#openAcknowledged(name) }
      const product = this.products.get(name) as Product
      const moves = [...parts.map(({ at, units }) => ({ at, units: -units })), open]
      const sum = moves.reduce((total, { units }) => total + units, 0)
      product.stock = Math.max(0, product.stock + sum)
      product.movements.push(...moves)
      product.movements.sort((one, other) => (isAfter(one.at, other.at) ? 1 : -1))
    }
    this.#departures = []
  }

  #openAcknowledged(product: string): number {
    const orders = [...this.orders.values()].filter((order) => order.isAcknowledged)
    const lines = orders.flatMap((order) => (order.isClosed ? [] : order.lines))
    return lines
      .filter((line) => line.product === product)
      .reduce((sum, line) => sum + line.quantity - line.shipped - line.cancelled, 0)
  }

  #fulfil(happening: Extract<Happening, { readonly kind: 'ship' | 'void' | 'accept' }>): void {
    if (happening.kind === 'ship') this.#ship(happening)
    else if (happening.kind === 'void') this.#void(happening.shipment)
    else if (happening.restock ?? this.settings.RestockReturns) {
      for (const [line, units] of this.#units(happening)) this.#moveOfHub(line.product, units)
    }
  }

  #order(reference: string): Order {
    return this.orders.get(reference) as Order
  }

  #line(order: string, index: number): Line {
    return this.#order(order).lines[index] as Line
  }

  #units({ order, units }: { readonly order: string; readonly units: LineUnits }) {
    return Object.entries(units).map(
      ([index, count]) => [this.#line(order, Number(index)), count] as const,
    )
  }

  #acknowledge(order: Order): void {
    order.isAcknowledged = true
    if (!this.#excludes) return
    for (const line of order.lines) {
      if (line.quantity === line.cancelled) continue
      this.#departures.push({ product: line.product, at: this.#now(), what: line, order })
    }
  }

  #ship({ shipment, ...shipped }: Extract<Happening, { readonly kind: 'ship' }>): void {
    const { order: reference } = shipped
    this.#shipments.set(shipment, [reference, shipped.units])
    const order = this.#order(reference)
    const isDeparture = this.settings.StockKeeper === 'merchant' && !this.#excludes
    for (const [line, units] of this.#units(shipped)) {
      line.shipped += units
      const { product } = line
      const what = { shipment, units }
      if (isDeparture) this.#departures.push({ product, at: this.#now(), what, order })
    }
    this.#moveLines(shipped, -1)
  }

  #void(shipment: string): void {
    const [order, units] = this.#shipments.get(shipment) as readonly [string, LineUnits]
    for (const [line, count] of this.#units({ order, units })) line.shipped -= count
    this.#departures = this.#departures.filter(
      ({ what }) => !('shipment' in what && what.shipment === shipment),
    )
    this.#moveLines({ order, units }, 1)
  }

  /** Moves units of lines together, product by product. */
  #moveLines(moved: { readonly order: string; readonly units: LineUnits }, sign: number): void {
    const sums = new Map<string, number>()
    for (const [{ product }, units] of this.#units(moved)) {
      sums.set(product, (sums.get(product) ?? 0) + sign * units)
    }
    for (const [product, units] of sums) this.#moveOfHub(product, units)
  }

  #moveOfHub(product: string, units: number): void {
    if (this.settings.StockKeeper === 'hub') this.#move(product, units)
  }

  #move(reference: string, units: number): void {
    const product = this.products.get(reference) as Product
    product.movements.push({ at: this.#now(), units })
    product.stock = Math.max(0, product.stock + units)
  }

  #count({ product, stock, ago }: Extract<Happening, { readonly kind: 'count' }>): void {
    const isDated = ago !== undefined
    this.#takeCount(product, stock, isDated ? [this.#minutes - ago, 0] : this.#now(), isDated)
  }

  #takeCount(reference: string, stock: number, at: Moment, isDated: boolean): void {
    const product = this.products.get(reference) as Product
    if (isAfter(product.countedAt, at)) return
    // As if the count had come at its time.
    const later = product.movements.filter((movement) => isAfter(movement.at, at))
    const now = later.reduce((sum, { units }) => Math.max(0, sum + units), stock)
    const isRepeated = now === product.stock && this.#unsettled(reference).length === 0
    if (isRepeated && !isDated) return
    product.stock = now
    product.countedAt = at
  }
}
