/** Products of the hub in a shop that is a channel. */
import type { Schemas } from '@entrepot/client'
import type { ProductToWrite } from '../../../adapter/channel.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { problemOf, type Reply, type WooCalls } from '../api/calls.ts'
import { classOfRate, type ReadFacts } from '../api/facts.ts'
import { isGone, type WooRefusal } from '../api/refusals.ts'
import { META, metaOf, type WooProduct, type WooVariation } from '../api/wire.ts'
import { idOf, readId } from '../shared/ids.ts'
import { mergeAttributes, sameAttributes, toContent, variantAttributes } from './map-products.ts'

type Written = Outcome<{ readonly shopId: string; readonly url?: string }>
type View = Schemas['ProductView']
type Body = Readonly<Record<string, unknown>>

export class ProductWriter {
  readonly #calls: WooCalls
  readonly #facts: ReadFacts

  constructor(calls: WooCalls, facts: ReadFacts) {
    this.#calls = calls
    this.#facts = facts
  }

  async write({ product, shopId, parentShopId }: ProductToWrite): Promise<Written> {
    const facts = await this.#facts()
    const rate = product.VatRate
    const taxClass = facts.taxesAreOn && rate !== null ? classOfRate(facts, rate) : undefined
    if (facts.taxesAreOn && rate !== null && taxClass === undefined) {
      return {
        problem: {
          code: 'tax_class_missing',
          message: `The shop has no tax class with ${rate} % for ${facts.country || 'its country'}.`,
          remedy: 'Add the rate to a class under WooCommerce > Settings > Tax, and retry.',
        },
      }
    }
    const content = toContent(product, { taxClass, isVariant: parentShopId !== undefined })
    if (parentShopId !== undefined) {
      return await this.#writeVariation(product, content, { shopId, parentShopId })
    }
    return await this.#writeProduct(product, content, shopId)
  }

  /** Off sale. Orders, reviews and the address of the page stay, and the product comes back with the same id. */
  async remove(shopId: string): Promise<Outcome<undefined>> {
    const { variationId } = readId(shopId)
    const body = { status: variationId === undefined ? 'draft' : 'private' }
    const reply = await this.#calls.ask('PUT', pathOf(shopId), { body })
    if ('body' in reply || isGone(reply.refusal)) return { done: undefined }
    return refused(reply.refusal, `the product with the id ${shopId}`)
  }

  async #writeProduct(product: View, content: Body, shopId: string | undefined): Promise<Written> {
    const known = shopId === undefined ? undefined : await this.#find(Number(shopId))
    if (known !== undefined) return await this.#update(product, content, known)
    const image = imageOf(product)
    const images = image === undefined ? {} : { images: [{ src: image }] }
    const body = { type: 'simple', ...content, ...images }
    const reply = await this.#calls.ask<WooProduct>('POST', '/products', { body })
    if ('body' in reply) return this.#done(reply.body)
    // The SKU is taken: by a call whose answer was lost, by people, or by a product in the trash.
    const taken = await this.#findTaken(product.MerchantProductReference, reply.refusal)
    if (taken === undefined) return refused(reply.refusal, product.MerchantProductReference)
    if (taken.parent_id > 0) return skuTaken(product, reply.refusal)
    return await this.#update(product, content, taken)
  }

  async #findTaken(sku: string, refusal: WooRefusal): Promise<WooProduct | undefined> {
    if (refusal.resourceId !== undefined) return await this.#find(refusal.resourceId)
    if (refusal.code !== 'woocommerce_rest_product_not_created') return undefined
    const { records } = await this.#calls.list<WooProduct>('/products', { sku, status: 'trash' })
    return records.find((one) => one.sku === sku)
  }

  async #find(id: number): Promise<WooProduct | undefined> {
    const reply = await this.#calls.ask<WooProduct>('GET', `/products/${id}`)
    return 'body' in reply ? reply.body : undefined
  }

  async #update(product: View, content: Body, known: WooProduct): Promise<Written> {
    const attributes = mergeAttributes(
      known.attributes,
      toContent(product, { isVariant: false }).attributes,
    )
    const body = { ...content, attributes, ...this.#newImage(product, known, 'images') }
    const reply = await this.#calls.ask<WooProduct>('PUT', `/products/${known.id}`, { body })
    if ('refusal' in reply) return refused(reply.refusal, product.MerchantProductReference)
    return this.#done(reply.body)
  }

  /** The shop fetches an image again each time that it gets an address, and stores it once more: only a new address is sent. */
  #newImage(product: View, known: WooProduct | WooVariation, name: 'images' | 'image'): Body {
    const image = imageOf(product)
    if (image === undefined || metaOf(known, META.image) === image) return {}
    return name === 'images' ? { images: [{ src: image }] } : { image: { src: image } }
  }

  async #writeVariation(
    product: View,
    content: Body,
    ids: { readonly shopId: string | undefined; readonly parentShopId: string },
  ): Promise<Written> {
    const parent = await this.#prepareParent(product, readId(ids.parentShopId).productId)
    if ('problem' in parent) return parent
    const path = `/products/${parent.done.id}/variations`
    const { name: _, ...rest } = content
    const body = { ...rest, attributes: variantAttributes(product, parent.done.attributes) }
    const known = ids.shopId === undefined ? undefined : readId(ids.shopId).variationId
    if (known !== undefined) {
      const updated = await this.#updateVariation(product, body, `${path}/${known}`)
      if (!('refusal' in updated)) return this.#done(updated.body, parent.done.id)
      if (!isGone(updated.refusal))
        return refused(updated.refusal, product.MerchantProductReference)
    }
    const image = imageOf(product)
    const created = await this.#calls.ask<WooVariation>('POST', path, {
      body: { ...body, ...(image !== undefined && { image: { src: image } }) },
    })
    if ('body' in created) return this.#done(created.body, parent.done.id)
    const taken = await this.#findTaken(product.MerchantProductReference, created.refusal)
    if (taken === undefined) return refused(created.refusal, product.MerchantProductReference)
    if (taken.parent_id !== parent.done.id) return skuTaken(product, created.refusal)
    const found = await this.#updateVariation(product, body, `${path}/${taken.id}`)
    if ('body' in found) return this.#done(found.body, parent.done.id)
    return refused(found.refusal, product.MerchantProductReference)
  }

  async #updateVariation(product: View, body: Body, path: string): Promise<Reply<WooVariation>> {
    const known = await this.#calls.ask<WooVariation>('GET', path)
    if ('refusal' in known) return known
    const image = this.#newImage(product, known.body, 'image')
    return await this.#calls.ask<WooVariation>('PUT', path, { body: { ...body, ...image } })
  }

  /** A product becomes variable with its first variant, and must list each value by which variants differ. */
  async #prepareParent(product: View, id: number): Promise<Outcome<WooProduct>> {
    const parent = await this.#find(id)
    if (parent === undefined || parent.status === 'trash') {
      return {
        problem: {
          code: 'parent_gone',
          message: `The shop no longer has the product ${product.ParentMerchantReference}, to which ${product.MerchantProductReference} belongs.`,
          remedy: 'Retry the parent: it is then created again, and its variants with it.',
        },
      }
    }
    const own = variantAttributes(product, parent.attributes)
    const wanted = own.map(({ option, ...name }) => ({
      ...name,
      variation: true,
      visible: true,
      options: [option],
    }))
    const attributes = mergeAttributes(parent.attributes, wanted)
    if (parent.type === 'variable' && sameAttributes(parent.attributes, attributes)) {
      return { done: parent }
    }
    const body = { type: 'variable', attributes }
    const reply = await this.#calls.ask<WooProduct>('PUT', `/products/${id}`, { body })
    if ('body' in reply) return { done: reply.body }
    return refused(reply.refusal, product.ParentMerchantReference ?? String(id))
  }

  #done(product: WooProduct | WooVariation, parentId?: number): Written {
    const url = product.permalink ? { url: product.permalink } : {}
    return { done: { shopId: idOf(product, parentId), ...url } }
  }
}

export function pathOf(shopId: string): string {
  const { productId, variationId } = readId(shopId)
  const path = `/products/${productId}`
  return variationId === undefined ? path : `${path}/variations/${variationId}`
}

function imageOf({ ImageUrl }: View): string | undefined {
  return ImageUrl ?? undefined
}

function skuTaken(product: View, refusal: WooRefusal): Written {
  return problemOf(refusal, {
    code: 'sku_taken',
    message: `Another product of the shop has the SKU ${JSON.stringify(product.MerchantProductReference)}.`,
    remedy: 'Change the SKU of the other product in the shop, and retry.',
  })
}

function refused(refusal: WooRefusal, what: string) {
  const isImage = refusal.code.includes('image')
  return problemOf(refusal, {
    code: isImage ? 'image_not_fetched' : 'product_refused',
    message: isImage
      ? `The shop cannot fetch the image of ${what}.`
      : `The shop does not take ${what}.`,
    remedy: isImage
      ? 'Check that the address of the image is public and leads to a JPEG, PNG, GIF or WebP, and retry.'
      : 'Correct in the hub or in the shop what the shop says, and retry.',
  })
}
