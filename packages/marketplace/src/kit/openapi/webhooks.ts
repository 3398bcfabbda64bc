/** The messages that the hub sends to webhooks, one for each type of event. */
import type { Names } from '../names/names.ts'
import type { EventFacts } from '../shared/names.ts'
import { nameSchemas } from './name-schemas.ts'
import type { Schema, Webhook } from './types.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * Makes the section `webhooks` of the document.
 *
 * @param named receives the shapes of `Data` and of records; it has the other shapes already
 */
export function webhooksOf(
  { events }: Names,
  named: Map<string, Schema>,
): Readonly<Record<string, Webhook>> {
  return Object.fromEntries(
    Object.entries<EventFacts>(events).map(([type, facts]) => [
      type,
      webhookOf(type, facts, named),
    ]),
  )
}

function webhookOf(
  type: string,
  { data, record }: EventFacts,
  named: Map<string, Schema>,
): Webhook {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: {
        description:
          'With the payload `full`: the event, and its record as it is at delivery. With `thin`: only the Id and the kind and Id of the subject.',
        anyOf: [fullOf(nameSchemas(data, named), record && nameSchemas(record, named)), THIN],
      },
    },
  }
  return {
    post: {
      operationId: `on${type.split(/[._]/).map(capitalize).join('')}`,
      tags: ['Events'],
      summary: type,
      description: `Sent after an event of the type \`${type}\`, signed as the Standard Webhooks specification says. A message can come more than once.`,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: ANSWERS,
      security: [],
    },
  }
}

function fullOf(data: unknown, record: unknown): object {
  return {
    allOf: [
      ref('Event'),
      {
        type: 'object',
        required: ['Data'],
        properties: {
          Data: data,
          Record: record === undefined ? { type: 'null' } : { anyOf: [record, { type: 'null' }] },
        },
      },
    ],
  }
}

const THIN = {
  type: 'object',
  required: ['Id', 'Subject'],
  properties: {
    Id: { type: 'string' },
    Subject: {
      type: ['object', 'null'],
      required: ['Kind', 'Id'],
      properties: { Kind: { type: 'string' }, Id: { type: 'string' } },
    },
  },
}

const ANSWERS = {
  '2XX': { description: 'The message was received.' },
  '410': { description: 'Ends the webhook: nothing more is sent to it.' },
  '4XX': { description: 'The message is sent again later, as after every other answer.' },
} as const

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
