/** What the shop says when it does not do something. */
import { ShopFailure } from '../../../adapter/outcomes.ts'

export interface WooRefusal {
  readonly status: number
  readonly code: string
  /** Without entities and tags. */
  readonly message: string
  /** Of a SKU that is taken: the product that has it. */
  readonly resourceId?: number
}

/** Codes for an id that the shop does not know, or no longer knows. */
const GONE: ReadonlySet<string> = new Set([
  'woocommerce_rest_product_invalid_id',
  'woocommerce_rest_product_variation_invalid_id',
  'woocommerce_rest_shop_order_invalid_id',
  'woocommerce_rest_invalid_product_id',
  'woocommerce_rest_already_trashed',
])

export function isGone({ code }: Pick<WooRefusal, 'code'>): boolean {
  return GONE.has(code)
}

/**
 * What an answer of 400 and more says about the record.
 *
 * @returns undefined if it says nothing about it, such as a page of a proxy, an unknown route or a crash of the shop
 */
export function refusalOf(status: number, body: unknown): WooRefusal | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body)) return undefined
  const { code, message, data } = body as { code: unknown; message?: unknown; data?: unknown }
  if (code === 'rest_no_route') return undefined
  // A refund that cannot be made is answered with 500, and so is a crash: only the first has a code of WooCommerce.
  if (status >= 500 && !String(code).startsWith('woocommerce_')) return undefined
  return { status, code: String(code), message: plainText(String(message ?? '')), ...owner(data) }
}

function owner(data: unknown): { readonly resourceId?: number } {
  if (typeof data !== 'object' || data === null || !('resource_id' in data)) return {}
  return { resourceId: Number(data.resource_id) }
}

/** Which words of the shop mean what, in the order in which they are compared. */
const DENIED: readonly (readonly [RegExp, string, string])[] = [
  [
    /write permissions/,
    'The key may not write.',
    'Set the permissions of the key to Read/Write in WooCommerce > Settings > Advanced > REST API.',
  ],
  [
    /read permissions/,
    'The key may not read.',
    'Set the permissions of the key to Read/Write in WooCommerce > Settings > Advanced > REST API.',
  ],
  [
    /secret is invalid/,
    'The consumer secret is wrong.',
    'Create a new key in the shop, since it shows the secret only once, and give the connector both parts.',
  ],
  [
    /timestamp/i,
    'The clocks of the shop and of the connector differ by more than 15 minutes.',
    'Set both clocks, for example with NTP.',
  ],
  [
    /signature/i,
    'The shop computes another signature.',
    'Set the address of the connection to the one in WordPress > Settings > General, letter for letter, and check the secret.',
  ],
]

/** An answer of 401 or 403. */
export function denied(
  call: string,
  refusal: WooRefusal | undefined,
  isSecure: boolean,
): ShopFailure {
  const words = refusal?.message ?? ''
  const found = DENIED.find(([pattern]) => pattern.test(words))
  const [, message, remedy] = found ?? [
    undefined,
    'The shop does not accept the key.',
    isSecure
      ? 'Check that the key exists and that its user is an administrator or a shop manager. Some servers drop the header Authorization before PHP: ask your host for it.'
      : 'Check that the key exists and that its user is an administrator or a shop manager. If the shop is served by https, use the address with https.',
  ]
  const said = words === '' ? '' : ` The shop says: ${words}`
  return new ShopFailure('denied', `${message} ${call} was refused.${said}`, { remedy })
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  rarr: '→',
}

/** Names come with entities (`&amp;`, `&#8211;`), also where the shop was given none. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x?[\da-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole
  })
}

/** A text without tags and entities, on one line. */
export function plainText(text: string): string {
  return decodeEntities(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
