/** The shapes of products, offers and their synchronisation. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const DESCRIBED = {
  MerchantProductReference: 'MUG-BLUE',
  Name: 'Blue mug',
  Description: 'A mug of stoneware, 300 ml.',
  Brand: 'Acme',
  Color: 'blue',
  Ean: '4006381333931',
  VatRate: 21,
  ImageUrl: 'https://example.com/mug-blue.jpg',
  CategoryTrail: 'Home > Kitchen > Mugs',
  ExtraData: { Material: 'stoneware' },
}

const PRODUCT = { ...DESCRIBED, Stock: 25, Price: 12.5, VatClass: 'standard' }

const CHILD = {
  MerchantProductReference: 'SHIRT-L',
  Name: 'Shirt L',
  Size: 'L',
  Stock: 3,
  Price: 20,
}

const DATA = { ...DESCRIBED, ShippingTime: '2 to 3 days' }

const PROBLEM = {
  Code: 'MARKET_REFERENCE_IN_USE',
  Detail: 'The channel uses "shop-mug" for the product "MUG-RED". Choose another reference.',
  OccurredAt: '2026-11-22T08:30:00.000Z',
}

const LISTING = {
  ChannelId: 1,
  ChannelName: 'Web shop',
  MerchantProductReference: 'MUG-BLUE',
  ChannelProductReference: 'shop-mug-blue',
  IsWanted: true,
  Pending: 'update',
  PendingSince: '2026-11-22T08:45:00.000Z',
  IsOfferPending: false,
  ConfirmedAt: '2026-11-21T10:00:02.000Z',
  OfferConfirmedAt: '2026-11-21T10:00:02.000Z',
}

const CHANGE = { Field: 'Name', Confirmed: 'Mug', Current: 'Blue mug' }

const REJECTION = {
  List: 'Updated',
  Reference: 'shop-mug-red',
  Code: 'MARKET_NOT_FOUND',
  Detail: 'The channel has no product "shop-mug-red".',
}

const MESSAGE = {
  Name: 'Red mug',
  Reference: 'MUG-RED',
  Warnings: [],
  Errors: ['/Price must be at least 0'],
  IsConflict: false,
}

const SHORT_ORDER = {
  Id: 18,
  ChannelReference: 'shop-1002',
  ChannelId: 1,
  ChannelName: 'Web shop',
  OrderDate: '2026-11-22T08:00:00.000Z',
  Status: 'NEW',
  OpenQuantity: 15,
  BackorderQuantity: 0,
  ShortUnits: 10,
}

const CREATED = { MerchantReference: 'MUG-BLUE', ChannelReference: 'shop-mug-blue' }

const SELECTION = { Brands: ['Acme'], Categories: ['Home > Kitchen'] }

const PRODUCT_ACTION = { Name: 'deactivate', IsAllowed: true }

const STORED = {
  Id: 7,
  ...DATA,
  Stock: 25,
  StockCountedAt: '2026-11-21T08:00:00.000Z',
  StockReserved: 2,
  StockAvailable: 23,
  Price: 12.5,
  IsActive: true,
  Children: [],
  CreatedAt: '2026-11-20T08:00:00.000Z',
  UpdatedAt: '2026-11-21T08:00:00.000Z',
  Actions: [PRODUCT_ACTION],
}

/** The shapes of products, by title. */
export const PRODUCT_SHAPES: Shapes = {
  ProductRequest: {
    description: 'A product to create, or in an array to create or to change.',
    example: PRODUCT,
  },
  ProductChild: { description: 'A variant of a product, within its parent.', example: CHILD },
  ProductReplacement: {
    description:
      'All values of a product. Id, Children, CreatedAt and UpdatedAt are accepted only with the values that the reading call returned, and Actions and Warnings are ignored.',
    example: { Name: 'Blue mug', Stock: 20, Price: 11.95 },
  },
  ProductPatch: {
    description: 'The values of a product to change (RFC 7396). Null clears a value.',
    example: { Price: 11.95, ExtraData: { Material: null }, Expected: { Price: 12.5 } },
  },
  ProductResponse: { description: 'A product as it is stored.', example: STORED },
  WrittenProduct: {
    description: 'A product as it is stored after a write, with warnings about the write.',
    example: { ...STORED, Warnings: [] },
  },
  ProductAction: {
    description: 'An action on a product, and whether the caller may do it now.',
    example: PRODUCT_ACTION,
  },
  ProductMessage: { description: 'What was wrong with an item of an array.', example: MESSAGE },
  ProductCreationResult: {
    description: 'How many items of an array were stored, and messages about the others.',
    example: { AcceptedCount: 41, RejectedCount: 1, ProductMessages: [MESSAGE] },
  },
  OfferChange: {
    description: 'The price and the stock of a product. Values that are left out stay.',
    example: { MerchantProductReference: 'MUG-BLUE', Price: 11.95, Stock: 20 },
  },
  ProductView: { description: 'A product as a channel gets it.', example: DATA },
  ProductChanges: {
    description: 'What a channel must do so that its products are current.',
    example: { ToBeCreated: [DATA], ToBeUpdated: [], ToBeRemoved: [] },
  },
  Offer: {
    description: 'The price and the stock of a product that the channel lists.',
    example: {
      MerchantProductReference: 'MUG-BLUE',
      ChannelProductReference: 'shop-mug-blue',
      Price: 12.5,
      Currency: 'EUR',
      Stock: 25,
    },
  },
  CreatedReference: {
    description:
      'A product that the channel has created, with the reference that it gave the product.',
    example: CREATED,
  },
  FailedProduct: {
    description: 'A product that the channel could not process, and why.',
    example: { MerchantReference: 'MUG-RED', Detail: 'The category is not open for new products.' },
  },
  ProcessedChanges: {
    description:
      'The products that the channel has processed. Lists may be empty, null or left out.',
    example: { Created: [CREATED], Updated: ['shop-mug-red'], Removed: [] },
  },
  Rejection: { description: 'A reference that was not applied, and why.', example: REJECTION },
  AcknowledgementResult: {
    description: 'The references that were not applied. Empty if all were.',
    example: { Rejected: [REJECTION] },
  },
  Selection: {
    description:
      'The products that a channel gets: those that match every given list. A product matches a list if it matches one of its entries.',
    example: SELECTION,
  },
  SelectionResponse: { description: 'The products that a channel gets.', example: SELECTION },
  ChannelChange: {
    description: 'The settings of a channel to change. A null Selection selects all products.',
    example: { Mode: 'grouped', Selection: SELECTION },
  },
  ChannelResponse: {
    description: 'A channel: a shop or marketplace that sells the products of a merchant.',
    example: {
      Id: 1,
      Name: 'Web shop',
      Mode: 'flat',
      CanShipPartialOrderLines: true,
      IsActive: true,
      OffersInData: false,
    },
  },
  ProductData: { description: 'The data of a product as a channel gets it.', example: DATA },
  ListedOffer: {
    description: 'The price and the stock of a product.',
    example: { Price: 12.5, Currency: 'EUR', Stock: 25 },
  },
  ListingProblem: {
    description: 'Why an acknowledgement of a product was rejected.',
    example: PROBLEM,
  },
  ListingChange: {
    description: 'A field in which what a channel has confirmed differs from what it would get.',
    example: CHANGE,
  },
  ListingResponse: {
    description: 'A product on a channel: whether it is listed, and what is pending.',
    example: LISTING,
  },
  ProductListing: {
    description:
      'What a channel knows of a product: what it has confirmed, and what it would get now.',
    example: {
      ...LISTING,
      Confirmed: { ...DATA, Name: 'Mug' },
      Current: DATA,
      ConfirmedOffer: { Price: 12.5, Currency: 'EUR', Stock: 25 },
      CurrentOffer: { Price: 12.5, Currency: 'EUR', Stock: 25 },
      Changes: [CHANGE],
    },
  },
  SyncPreview: {
    description: 'What the next polls of a channel would answer.',
    example: {
      ToBeCreated: [DATA],
      ToBeUpdated: [],
      ToBeRemoved: [],
      Offers: [
        {
          MerchantProductReference: 'CAP',
          ChannelProductReference: 'shop-cap',
          Price: 9.95,
          Currency: 'EUR',
          Stock: 4,
        },
      ],
      IsComplete: true,
    },
  },
  SyncStatus: {
    description: 'How far the synchronisation of a channel is.',
    example: {
      Listed: 40,
      ToBeCreated: 2,
      ToBeUpdated: 0,
      ToBeRemoved: 1,
      Offers: 3,
      IsComplete: true,
      LastPoll: '2026-11-21T10:00:00.000Z',
      LastAcknowledgement: '2026-11-21T10:00:02.000Z',
      OldestPending: '2026-11-21T10:01:00.000Z',
    },
  },
  ShortOrder: {
    description: 'An order that waits for units of a product that is short.',
    example: SHORT_ORDER,
  },
  Shortfall: {
    description: 'A product of which more units are ordered than there are.',
    example: {
      MerchantProductReference: 'MUG-BLUE',
      Name: 'Blue mug',
      Stock: 20,
      StockReserved: 30,
      ShortUnits: 10,
      Since: '2026-11-22T08:00:01.000Z',
      Orders: [SHORT_ORDER],
    },
  },
  Nothing: { description: 'An empty object: the call returns nothing else.', example: {} },
}
