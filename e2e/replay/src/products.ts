/** Creates the products of the orders. */
import { ReplayError } from './errors.ts'
import type { HubClient } from './hub-client.ts'
import type { Outcome } from './outcome.ts'
import { countOf } from './stock.ts'
import type { SurveyedProduct } from './survey.ts'

/** VAT of the products in percent: the standard rate of a British shop in 2011. */
export const VAT_RATE = 20

const AT_ONCE = 1_000

interface CreationResult {
  readonly ProductMessages: readonly {
    readonly Reference: string | null
    readonly Errors: readonly string[]
  }[]
}

/**
 * Creates or updates a product for each stock code, 1,000 per call, with its count if the hub keeps the stock. Products have no parents,
 * because each code is sold by itself. Refusals of the hub are counted in the outcome.
 *
 * @throws ReplayError the errors of the client
 */
export async function createProducts(
  client: HubClient,
  products: ReadonlyMap<string, SurveyedProduct>,
  outcome: Outcome,
  keepsStock: boolean,
): Promise<void> {
  const items = [...products].map(([code, { name, price, units }]) => ({
    MerchantProductReference: code,
    ...(keepsStock && { Stock: countOf(units) }),
    Name: (name || code).slice(0, 256),
    ...(price !== undefined && { Price: Number(price) }),
    VatRate: VAT_RATE,
  }))
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const body = items.slice(from, from + AT_ONCE)
    const answer = await client.send({ as: 'merchant', method: 'POST', path: '/v2/products', body })
    if (answer.status !== 200) {
      const text = JSON.stringify(answer.body).slice(0, 500)
      const message = `POST /v2/products answered ${answer.status}: ${text}`
      throw new ReplayError('REPLAY_UNEXPECTED_ANSWER', message)
    }
    for (const { Reference, Errors } of (answer.body as CreationResult).ProductMessages) {
      if (Errors.length > 0) outcome.refusedProducts.push(`${Reference}: ${Errors.join(' ')}`)
    }
  }
}
