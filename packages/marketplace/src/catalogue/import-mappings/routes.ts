import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { getMapping, listMappings, putMapping, removeMapping } from './mappings.ts'
import { MappingPath, MappingRequest, MappingResponse } from './schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'products:write' } satisfies Requirement }
const TAGS = ['Products']

/** The routes of mappings of imports. */
export function importMappingRoutes(fastify: FastifyInstance, database: Database): void {
  addReads(fastify, database)
  addWrites(fastify, database)
}

function addReads(fastify: FastifyInstance, database: Database): void {
  fastify.get(
    '/import-mappings',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listImportMappings', tags: TAGS, summary: 'List mappings of imports' },
        description: 'What the columns of files are that do not have our names, by name.',
        response: { 200: { type: 'array', items: MappingResponse } },
      },
    },
    async (request) => await listMappings(database, principalOf(request).customer.customerId),
  )

  fastify.get<{ Params: MappingPath }>(
    '/import-mappings/:name',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'getImportMapping', tags: TAGS, summary: 'Read a mapping of imports' },
        description: 'What the columns of a file are.',
        params: MappingPath,
        response: { 200: MappingResponse },
      },
    },
    async (request) => {
      const { customerId } = principalOf(request).customer
      return await getMapping(database, customerId, request.params.name)
    },
  )
}

function addWrites(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: MappingPath; Body: MappingRequest }>(
    '/import-mappings/:name',
    {
      config: { ...WRITE, refusals: ['MARKET_TOO_MANY_IMPORT_MAPPINGS'] },
      schema: {
        ...{ operationId: 'storeImportMapping', tags: TAGS, summary: 'Store a mapping of imports' },
        description:
          'Stores what the columns of a file are under a name, and replaces the mapping of this name. An import can name it, and uses it by itself if no format has the columns of the file and only this mapping has just these columns.',
        params: MappingPath,
        body: MappingRequest,
        response: { 200: MappingResponse },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      const { name } = request.params
      return await putMapping(database, customer.customerId, name, request.body, actor)
    },
  )

  fastify.delete<{ Params: MappingPath }>(
    '/import-mappings/:name',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{
          operationId: 'deleteImportMapping',
          tags: TAGS,
          summary: 'Delete a mapping of imports',
        },
        description: 'Deletes a mapping. Imports that were sent with it go on.',
        params: MappingPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      const { name } = request.params
      return (await removeMapping(database, customer.customerId, name, actor)) ?? {}
    },
  )
}
