/** A shop that sells from its own stock: products and stock come from it, orders go to it. Shapes without an explanation are those of /v2. */
import type { Schemas } from '@entrepot/client'
import type { Outcome, RecordProblem } from './outcomes.ts'

/**
 * A page of a read. Pages come in an order in which a cursor can continue: once all records of a page are processed, its cursor is stored.
 * A cursor is opaque to the core. If the shop has no "changed since", the cursor is undefined and each read is a read of everything: the
 * core then writes only differences.
 */
export interface ReadPage<T> {
  readonly records: readonly T[]
  readonly cursor?: string
}

/** A product of the shop. Products with variants come as one parent, followed by its variants with `ParentMerchantReference`. */
export type ShopProduct = {
  readonly shopId: string
  /** The page of the product in the shop's own administration. */
  readonly url?: string
} & (
  | { readonly product: Schemas['ProductRequest'] }
  /** The shop has removed it, or no longer sells it. */
  | { readonly removed: true }
  /** It cannot be a product of the hub, such as one without SKU. */
  | { readonly problem: RecordProblem }
)

/** How many units of a product there are, as the shop counts, and its price where prices move apart from products. */
export interface ShopStock {
  readonly merchantProductReference: string
  readonly stock?: number
  readonly price?: number
  /** When the shop counted, if it says so. ISO 8601. */
  readonly countedAt?: string
}

/** An order as the shop has it. */
export interface ShopOrder {
  readonly shopId: string
  /** The number that people in the shop know. It becomes the `MerchantOrderReference` of the order. */
  readonly reference: string
  readonly url?: string
  /** The shop's id of each line, by the id of the hub's line. */
  readonly lines: readonly { readonly lineId: number; readonly shopLineId: string }[]
}

/** What is known of an order that is looked for by its mark. A shop whose search always finds it needs none of this. */
export interface OrderHint {
  /** The id that it had when it was created. It can be that of another order by now, or of none. */
  readonly shopId?: string
  /** It is not older in the shop. ISO 8601. */
  readonly since?: string
}

/**
 * An order to be created, with the buyer's prices. The shop must not compute them again. Write each line with its whole `Quantity` unless
 * `leftOut` is given, also if units of it are cancelled already: the core carries all cancellations of the order over right after it, by
 * `writeCancellation`.
 */
export interface OrderToWrite {
  readonly order: Schemas['OrderResponse']
  /** Names hub, customer and order. The adapter stores it in the shop so that {@link MerchantShop.findOrder} finds it. */
  readonly mark: string
  /** The shop's ids of the products of the lines, by `MerchantProductReference`. */
  readonly productIds: ReadonlyMap<string, string>
  /** The currency to which `RateToBaseCurrency` of the order converts, if it is known. */
  readonly baseCurrency?: string
  /**
   * Only for a shop with `canLeaveOut`, after it has refused the order: write each line without its `CancelledQuantity`. These are the marks
   * of the cancellations with these units. Store them with the order: `writeCancellation` is called for them, too, and must change nothing.
   */
  readonly leftOut?: readonly string[]
}

/** Units of lines of an order of the shop. */
export interface ShopUnits {
  readonly shopLineId: string
  readonly quantity: number
}

/** Cancelled units to be cancelled in the shop too. */
export interface CancellationToWrite {
  readonly shopOrderId: string
  readonly cancellation: Schemas['CancellationResponse']
  readonly units: readonly ShopUnits[]
  /** Names hub, customer and cancellation: a second call with the same mark changes nothing. */
  readonly mark: string
}

/** What the shop has done with one order. Each `shopId` is the shop's id of the record, and stays the same in every read. */
export interface ShopFulfilments {
  readonly shopOrderId: string
  readonly shipments: readonly ShopShipment[]
  readonly cancellations: readonly {
    readonly shopId: string
    readonly units: readonly ShopUnits[]
    readonly reason?: string
  }[]
}

export interface ShopShipment {
  readonly shopId: string
  readonly units: readonly ShopUnits[]
  readonly carrier?: string
  readonly trackingNumber?: string
  readonly trackingUrl?: string
  /** The shop has taken the shipment back. */
  readonly isVoided?: boolean
}

/** A return or a refund that the shop has accepted. Without units, it is a refund of an amount. */
export interface ShopReturn {
  readonly shopId: string
  readonly shopOrderId: string
  readonly units: readonly ShopUnits[]
  /** With VAT, in the currency of the order; what the buyer gets back in all. */
  readonly refundInclVat?: number
  readonly reason?: string
  /** Whether the units are in stock again. */
  readonly restocked?: boolean
}

export interface MerchantShop {
  /**
   * The currency of the prices that the shop reads, in ISO 4217; undefined if it cannot be known. The core refuses prices in another one than
   * that of the hub.
   */
  readCurrency?(): Promise<string | undefined>
  readProducts?(cursor: string | undefined): AsyncIterable<ReadPage<ShopProduct>>
  readStock?(cursor: string | undefined): AsyncIterable<ReadPage<ShopStock>>
  /**
   * The order with this mark, if the shop has it, however many it has got since. Called before a creation whose outcome is unknown, and to
   * notice a restored shop: an order that is not found is created again. Required with `writeOrder`.
   */
  findOrder?(mark: string, hint?: OrderHint): Promise<ShopOrder | undefined>
  writeOrder?(order: OrderToWrite): Promise<Outcome<ShopOrder>>
  /** Whether an order that the shop refuses with all its units, such as for its stock, is offered again without those that are cancelled. */
  readonly canLeaveOut?: boolean
  /** @returns the shop's id of the cancellation */
  writeCancellation?(cancellation: CancellationToWrite): Promise<Outcome<string>>
  /** Orders that the hub did not make may be among them: the core leaves them out. */
  readFulfilments?(cursor: string | undefined): AsyncIterable<ReadPage<ShopFulfilments>>
  readReturns?(cursor: string | undefined): AsyncIterable<ReadPage<ShopReturn>>
  /** What {@link readFulfilments} gives of one order, as it is now. By it, records that the hub has refused are tried again. */
  readFulfilmentsOf?(shopOrderId: string): Promise<ShopFulfilments | undefined>
  /** What {@link readReturns} gives of one order, as it is now. */
  readReturnsOf?(shopOrderId: string): Promise<readonly ShopReturn[]>
}
