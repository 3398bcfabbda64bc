/** A shop that sells the products of the hub: products and offers go to it, orders come from it. Shapes without an explanation are those of /v2. */
import type { Schemas } from '@entrepot/client'
import type { ReadPage, ShopReturn, ShopUnits } from './merchant.ts'
import type { Outcome, RecordProblem } from './outcomes.ts'

/** A product for the shop, and what of its family the shop has already. */
export interface ProductToWrite {
  readonly product: Schemas['ProductView']
  /** The shop's id of the product; undefined if it must be created, or found by its SKU after a crash. */
  readonly shopId?: string
  /** The shop's id of the parent, for a variant. */
  readonly parentShopId?: string
}

/** Price and stock of a product of the shop. A price of null takes the product off sale. */
export interface OfferToWrite {
  readonly shopId: string
  readonly merchantProductReference: string
  readonly price: number | null
  readonly stock: number
}

/** The order as the hub gets it. */
export type OrderOfShop = Schemas['OrderRequest'] & { readonly ChannelReference: string }

/** An order of the shop. The core creates each once, by its `ChannelReference`. */
export type ShopChannelOrder = {
  readonly shopId: string
  readonly url?: string
} & (
  | {
      readonly order: OrderOfShop
      /**
       * Tells the order from another one with its id and its `ChannelReference`, which the shop gives again after the restore of a backup. For
       * shops without numbers that are never given twice.
       */
      readonly identity?: string
      /** What the buyer or the shop has cancelled since, in all: by `ChannelReference` of the line. */
      readonly cancellations: readonly {
        readonly shopId: string
        readonly units: readonly ShopUnits[]
        readonly reason?: string
      }[]
      /** Whether the order is nothing for the hub unless the hub has it already, such as one that was cancelled before it was paid. */
      readonly isOnlyUpdate?: boolean
      /**
       * Units that the shop has shipped. An order from before the connection that has no open units is not created in the hub, and one that was
       * shipped in part is a problem.
       */
      readonly shipped?: readonly ShopUnits[]
      /** What of the order the hub cannot take, such as units that were added later. The rest of it goes on. */
      readonly leftOut?: RecordProblem
    }
  | { readonly problem: RecordProblem }
)

/** A shipment of the merchant, for the shop. */
export interface ShipmentToWrite {
  readonly shopOrderId: string
  readonly shipment: Schemas['ShipmentResponse']
  readonly units: readonly ShopUnits[]
  /** Names hub, customer and shipment: the adapter finds by it what a call before a crash has created. */
  readonly mark: string
}

/** Units that the merchant cannot deliver, for the shop. */
export interface ChannelCancellationToWrite {
  readonly shopOrderId: string
  readonly cancellation: Schemas['CancellationResponse']
  readonly units: readonly ShopUnits[]
  readonly mark: string
}

/** A return that the merchant has decided, for the shop. */
export interface ChannelReturnToWrite {
  readonly shopOrderId: string
  readonly decided: Schemas['ReturnResponse']
  readonly units: readonly ShopUnits[]
  readonly refundInclVat: number
  readonly mark: string
}

/** A part of the price that the merchant gives back without a return, for the shop. */
export interface ChannelRefundToWrite {
  readonly shopOrderId: string
  readonly refund: Schemas['RefundResponse']
  /** What `writeRefund` and the returns have given of this order for other records: it is not taken for this refund, too. */
  readonly taken: ReadonlySet<string>
  readonly mark: string
}

/** A shipment that the merchant has taken back after it was written, for the shop. */
export interface ShipmentToVoid {
  readonly shopOrderId: string
  readonly shipment: Schemas['ShipmentResponse']
  readonly mark: string
}

export interface ChannelShop {
  /** Creates or updates. @returns the shop's id and the page of the product in the shop */
  writeProduct?(
    product: ProductToWrite,
  ): Promise<Outcome<{ readonly shopId: string; readonly url?: string }>>
  /** Removes a product, or takes it off sale where orders still need it. A product that is gone already is no problem. */
  removeProduct?(shopId: string): Promise<Outcome<undefined>>
  /**
   * The currency of the prices that `writeOffers` writes, in ISO 4217; undefined if it cannot be known. The core refuses offers in another one.
   */
  readCurrency?(): Promise<string | undefined>
  /** Writes many at once where the shop can. @returns one outcome for each, in the same order */
  writeOffers?(offers: readonly OfferToWrite[]): Promise<readonly Outcome<undefined>[]>
  readOrders?(cursor: string | undefined): AsyncIterable<ReadPage<ShopChannelOrder>>
  /** One order of {@link readOrders}, as it is now. Undefined: it is nothing for the hub. By it, orders that the hub has refused are tried again. */
  readOrder?(shopOrderId: string): Promise<ShopChannelOrder | undefined>
  /**
   * Whether the shop has the order with this id, and it is the one with this `ChannelReference`, or with this `identity` if it has one. After
   * the restore of a backup, a shop can give the ids of orders that it has lost to others. Without it, a restored shop is not noticed.
   */
  hasOrder?(shopOrderId: string, reference: string, identity: string | undefined): Promise<boolean>
  /** @returns the shop's id of the shipment */
  writeShipment?(shipment: ShipmentToWrite): Promise<Outcome<string>>
  /** Cancels what `writeShipment` has made. A shop that does not have it has nothing to cancel. Without it, people are told to. */
  voidShipment?(shipment: ShipmentToVoid): Promise<Outcome<undefined>>
  writeCancellation?(cancellation: ChannelCancellationToWrite): Promise<Outcome<string>>
  /** Returns that buyers have announced in the shop. */
  readReturns?(cursor: string | undefined): AsyncIterable<ReadPage<ShopReturn>>
  /** What {@link readReturns} gives of one order, as it is now. */
  readReturnsOf?(shopOrderId: string): Promise<readonly ShopReturn[]>
  writeReturn?(decided: ChannelReturnToWrite): Promise<Outcome<string>>
  /** Gives the amount back once for a mark. Without it, each refund is a problem that asks people to give it back. */
  writeRefund?(refund: ChannelRefundToWrite): Promise<Outcome<string>>
}
