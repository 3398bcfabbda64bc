import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { EU_VAT_RATES } from './eu-vat-rates.ts'
import {
  EuVatRates,
  type VatRateItem,
  VatRateResponse,
  VatRatesRequest,
  VatRatesResult,
} from './schema.ts'
import { listVatRates, putVatRates } from './vat-rates.ts'

const READ = { requires: { kind: 'merchant', scope: 'settings:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'settings:write' } satisfies Requirement }

/** The routes of the table of VAT rates. */
export function vatRateRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get(
    '/vat-rates',
    {
      config: READ,
      schema: {
        operationId: 'listVatRates',
        tags: ['Customer'],
        summary: 'List the VAT rates by country',
        description:
          "All rates of the table, by country and class, which decide the VAT of orders if the merchant has the `VatRule` 'destination'. Its countries are the VAT area.",
        response: { 200: { type: 'array', items: VatRateResponse } },
      },
    },
    async (request) => await listVatRates(database, principalOf(request).customer.customerId),
  )

  fastify.put<{ Body: readonly VatRateItem[] }>(
    '/vat-rates',
    {
      config: { ...WRITE, limit: 'bulk', refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'replaceVatRates',
        tags: ['Customer'],
        summary: 'Replace the VAT rates by country',
        description:
          'Replaces the whole table: rates that the array does not have are removed. It applies to orders that are stored afterwards; others keep their rates.',
        body: VatRatesRequest,
        response: { 200: VatRatesResult },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      return await putVatRates(database, customer.customerId, request.body, actor)
    },
  )

  fastify.get(
    '/vat-rates/eu',
    {
      config: READ,
      schema: {
        operationId: 'getEuVatRates',
        tags: ['Customer'],
        summary: 'Read the VAT rates of the European Union',
        description:
          'A table to begin with, and its date. Verify the rates before you store them: the hub does not update them.',
        response: { 200: EuVatRates },
      },
    },
    async () => EU_VAT_RATES,
  )
}
