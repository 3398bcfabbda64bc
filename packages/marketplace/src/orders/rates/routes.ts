import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { FORMATS } from '../../kit/shared/formats.ts'
import { type Cursor, linkFull, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { deleteRate, listRates, putRates } from './rates.ts'
import {
  type RateItem,
  RatePath,
  RateResponse,
  RatesQuery,
  RatesRequest,
  RatesResult,
} from './schema.ts'
import type { RatePlace } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'settings:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'settings:write' } satisfies Requirement }

/** The routes of exchange rates. */
export function rateRoutes(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addWrites(fastify, database)
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: RatesQuery }>(
    '/rates',
    {
      config: READ,
      schema: {
        operationId: 'listRates',
        tags: ['Customer'],
        summary: 'List exchange rates',
        description:
          'A page of the exchange rates to the base currency of the merchant, by date and then by currency. The header `Link` names the next page.',
        querystring: RatesQuery,
        response: { 200: { type: 'array', items: RateResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const place = placeOf(cursor)
      if (isRefusal(place)) return place
      const after = place && toPlace(place)
      if (isRefusal(after)) return after
      const { customerId } = principalOf(request).customer
      const rates = await listRates(database, customerId, { ...filter, after }, pageSize)
      linkFull(request, reply, rates, pageSize, (last) => toCursor(last))
      return rates
    },
  )
}

function addWrites(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Body: readonly RateItem[] }>(
    '/rates',
    {
      config: { ...WRITE, limit: 'bulk', refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'replaceRates',
        tags: ['Customer'],
        summary: 'Store exchange rates',
        description:
          'Stores all rates of the array, or none if one of them is invalid. A rate replaces the one of the same currency and date. Orders that wait for a rate are converted with it: up to 1,000 before the answer, further ones in the background. Orders that already have a rate keep it.',
        body: RatesRequest,
        response: { 200: RatesResult },
      },
    },
    async (request) => {
      const { customerId } = principalOf(request).customer
      return await putRates(database, customerId, request.body)
    },
  )

  fastify.delete<{ Params: RatePath }>(
    '/rates/:currency/:date',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'deleteRate',
        tags: ['Customer'],
        summary: 'Delete an exchange rate',
        description: 'Deletes a rate. Orders that were converted with it keep it.',
        params: RatePath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { currency, date } = request.params
      const { customerId } = principalOf(request).customer
      return (await deleteRate(database, customerId, currency, date)) ?? {}
    },
  )
}

/** Cursors hold digits only: the date without separators, and two digits for each letter of the currency. */
function toCursor({ Date: date, CurrencyCode }: RateResponse): Cursor {
  const letters = [...CurrencyCode].map((letter) => letter.charCodeAt(0))
  return { micros: date.replaceAll('-', ''), id: letters.join('') }
}

function toPlace({ micros, id }: Cursor): RatePlace | Refusal {
  const date = micros.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const currency = id.replaceAll(/\d{2}/g, (code) => String.fromCharCode(Number(code)))
  if (FORMATS.date.check(date) && FORMATS.currency.check(currency)) return { date, currency }
  return refuseIssues([{ path: '/cursor', message: 'must be taken from the Link of a page' }])
}
