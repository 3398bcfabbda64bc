/** Pictures of the sample products: drawings that the hub serves itself, since a hub may run without the internet. */
import type { ProductRequest } from '@entrepot/marketplace'
import type { FastifyInstance } from 'fastify'
import { DRAWINGS } from './drawings.ts'

const PATH = '/sample-pictures'

/** Colours of variants. A drawing has a colour of its own for all others. */
const COLORS: Readonly<Record<string, string>> = {
  RED: '#e03131',
  BLUE: '#1c7ed6',
  WHITE: '#f8f9fa',
  BRASS: '#d9a441',
  BLACK: '#343a40',
  GREEN: '#2f9e44',
  ROOIBOS: '#a61e4d',
  SAND: '#e3cfa4',
  NAVY: '#1b3a6b',
  OLIVE: '#75813b',
}

/**
 * The picture of a sample product as an SVG document; undefined if there is no such product. Pure.
 *
 * @param reference such as `MUG-RED`; a variant without a drawing of its own has that of its parent
 */
export function drawSample(reference: string): string | undefined {
  const [parent = '', variant = ''] = reference.split('-', 2)
  const drawing = Object.hasOwn(DRAWINGS, parent) ? DRAWINGS[parent] : undefined
  if (drawing === undefined) return undefined
  const color = Object.hasOwn(COLORS, variant) ? COLORS[variant] : drawing.color
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="480" height="480">
<rect width="96" height="96" fill="#f1f3f5"/>
<g fill="${color}" stroke="#495057" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawing.shapes}</g>
</svg>
`
}

/** Returns the products, and their children, with the addresses of their pictures on a hub. */
export function withPictures(
  products: readonly ProductRequest[],
  publicUrl: string,
): readonly ProductRequest[] {
  return products.map(({ Children, ...product }) => ({
    ...product,
    ImageUrl: `${publicUrl}${PATH}/${product.MerchantProductReference}.svg`,
    ...(Children && { Children: [...withPictures(Children, publicUrl)] }),
  }))
}

/** Serves the pictures. Channels may show them, too, so everybody can read them. */
export function samplePictureRoutes(app: FastifyInstance): void {
  app.get<{ Params: { reference: string } }>(`${PATH}/:reference.svg`, async (request, reply) => {
    const picture = drawSample(request.params.reference)
    if (picture === undefined) return reply.callNotFound()
    return reply
      .headers({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/svg+xml')
      .send(picture)
  })
}
