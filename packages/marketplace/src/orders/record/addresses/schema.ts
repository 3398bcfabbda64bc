/** Wire shapes of addresses, and of what is odd about them. */
import { type Static, type TOptional, Type } from 'typebox'
import { Maybe, Nullable, OneOf, STRICT } from '../../../kit/shared/wire.ts'

/** For the salutation. */
export const GENDERS = ['MALE', 'FEMALE', 'NOT_APPLICABLE'] as const

/** A part of an address: no order is refused for it. See `readAddress`. */
const Part = (description?: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'number', 'null'],
      ...(description && { description }),
    }),
  )

/** A billing or shipping address in a request. */
export const Address = Type.Object(
  {
    Gender: Part(`For the salutation: ${GENDERS.join(', ')}.`),
    Salutation: Part(),
    CompanyName: Part(),
    FirstName: Part(),
    LastName: Part(),
    StreetName: Part(),
    HouseNr: Part(),
    HouseNrAddition: Part(),
    ZipCode: Part(),
    City: Part(),
    Region: Part(),
    CountryIso: Part('ISO 3166-1 alpha-2. Other codes and names are corrected, if they are clear.'),
  },
  { ...STRICT, title: 'Address' },
)
export type Address = Static<typeof Address>

const AddressText = Nullable(Type.String())

/** An address as it is stored. */
export const StoredAddress = Type.Object(
  {
    ...(Object.fromEntries(
      Object.keys(Address.properties).map((name) => [name, Type.Optional(AddressText)]),
    ) as { [Name in keyof Address]-?: TOptional<typeof AddressText> }),
    Gender: Maybe(OneOf(GENDERS, 'For the salutation.')),
    CountryIso: Maybe(
      Type.Unsafe<string>({
        type: 'string',
        format: 'country',
        description: 'ISO 3166-1 alpha-2.',
      }),
    ),
  },
  { title: 'Address' },
)
export type StoredAddress = Static<typeof StoredAddress>

/** What is odd about an order. It is stored, and can be shipped. */
export const Warning = Type.Object(
  {
    Code: OneOf(
      [
        'TEXT_CUT',
        'COUNTRY_CORRECTED',
        'UNKNOWN_COUNTRY',
        'UNKNOWN_VALUE',
        'MISSING',
        'VAT_RATE_MISSING',
        'VAT_TOO_HIGH',
        'PRICE_DIFFERS',
      ],
      'What is odd.',
    ),
    Path: Type.String({ description: 'JSON pointer to what is odd.' }),
    Message: Type.String(),
  },
  { title: 'Warning' },
)
export type Warning = Static<typeof Warning>
