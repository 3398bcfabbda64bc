/** The tools that show what happens, and what is stuck. */
import type { Schemas } from '@entrepot/client'
import { Type } from 'typebox'
import { CURSOR_HINT, PAGE_INPUT, PAGE_OUTPUT, PAGE_SIZE } from '../kit/pages.ts'
import { readTool, type Tool, type ToolContext } from '../kit/tool.ts'
import { Count, given, Text } from '../parameters.ts'

const Nullable = (properties: Parameters<typeof Type.Object>[0]) =>
  Type.Union([Type.Object(properties), Type.Null()])

const getOverview = readTool({
  name: 'get_overview',
  title: 'Get the figures',
  description:
    'Says what waits: new, late and short orders, returns to decide, prices held back, failing webhooks, what each channel has not fetched. With salesDays also sales.',
  toolset: 'insight',
  scopes: ['orders:read'],
  input: Type.Object({
    salesDays: Type.Optional(
      Type.Integer({ enum: [7, 30, 90], description: 'Sales of these days, compared.' }),
    ),
  }),
  output: Type.Object({
    Orders: Nullable({
      ToAcknowledge: Type.Integer(),
      Late: Type.Integer(),
      Short: Type.Integer(),
    }),
    ReturnsToDecide: Count,
    Channels: Type.Union([
      Type.Array(Type.Object({ Id: Type.Integer(), Name: Type.String(), Pending: Type.Integer() })),
      Type.Null(),
    ]),
    Sales: Type.Optional(Type.Object({})),
    Links: Type.Object({}),
  }),
  async run({ hub, linkTo }, { salesDays }) {
    const [{ Sales: _, ...overview }, Sales] = await Promise.all([
      hub.getOverview({ sales: false }),
      salesDays === undefined ? undefined : hub.getSales({ days: salesDays as 7 | 30 | 90 }),
    ])
    const pages = ['orders', 'returns', 'stock', 'prices', 'channels', 'developers'] as const
    const Links = Object.fromEntries(pages.map((page) => [page, linkTo(`/${page}`)]))
    return { ...overview, ...(Sales && { Sales }), Links }
  },
})

/** Entries of each log that a channel is explained with. */
const EXPLAINED = 10

/** The calls by which channels fetch products. */
const POLLS = ['/v2/products/data', '/v2/products/offers']

/** What explains the lag of one channel. */
async function explain(hub: ToolContext['hub'], id: number) {
  const [log, problems, refused] = await Promise.all([
    hub.listSyncLog({ id, pageSize: EXPLAINED }),
    hub.listOfferProblems({ id, pageSize: EXPLAINED }),
    hub.listRefusedCalls({ path: '/v2/products/', pageSize: 100 }),
  ])
  const keys = new Set(log.flatMap(({ Key }) => (Key === null ? [] : [String(Key.Id)])))
  const RefusedPolls = refused
    .filter(({ Route, Actor }) => POLLS.includes(Route) && (keys.size === 0 || keys.has(Actor.Id)))
    .slice(0, EXPLAINED)
  return { Polls: log, Problems: problems, RefusedPolls }
}

const getChannels = readTool({
  name: 'get_channels',
  title: 'Get channels and their lag',
  description:
    'Returns channels with what each has to fetch, since when, and its last poll. With id: only that channel, and to explain a lag its last polls, rejected references, refused polls and products that cannot be offered.',
  toolset: 'insight',
  scopes: ['channels:read', 'settings:read'],
  input: Type.Object({ id: Type.Optional(Type.Integer({ description: 'Id of the channel.' })) }),
  output: Type.Object({
    channels: Type.Array(
      Type.Object({
        Id: Type.Integer(),
        Name: Type.String(),
        IsActive: Type.Boolean(),
        Sync: Type.Object({
          LastPoll: Text,
          OldestPending: Text,
        }),
        Link: Type.String(),
      }),
    ),
  }),
  records: 'channels',
  hints: { MARKET_NOT_FOUND: 'Call get_channels without id for all channels.' },
  async run({ hub, linkTo }, { id }) {
    const found = id === undefined ? await hub.listChannels() : [await hub.getChannel({ id })]
    const toRow = async (channel: Schemas['ChannelResponse']) => ({
      ...channel,
      Sync: await hub.getChannelSync({ id: channel.Id }),
      ...(id !== undefined && (await explain(hub, id))),
      Link: linkTo(`/channels/${channel.Id}`),
    })
    return { channels: await Promise.all(found.map(toRow)) }
  },
})

const listEvents = readTool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists what happened and who did it, newest first: about a subject such as order:17, of types such as order.*, or by one agent.',
  toolset: 'insight',
  scopes: ['orders:read'],
  input: Type.Object({
    subject: Type.Optional(Type.String({ description: 'Such as order:17.' })),
    types: Type.Optional(Type.String({ description: 'Separated by commas.' })),
    q: Type.Optional(Type.String({ description: 'A text in the data, or a RequestId.' })),
    agent: Type.Optional(Type.String({ description: 'Its ClientId, which is its Actor.Id.' })),
    ...PAGE_INPUT,
  }),
  output: Type.Object({
    events: Type.Array(
      Type.Object({
        Type: Type.String(),
        OccurredAt: Type.String(),
        Actor: Nullable({ Id: Type.String(), Label: Type.String() }),
      }),
    ),
    nextCursor: PAGE_OUTPUT.nextCursor,
  }),
  records: 'events',
  hints: CURSOR_HINT,
  async run({ hub }, { agent, pageSize = PAGE_SIZE, ...filter }) {
    const place = given({ actor: agent, pageSize })
    const { body: events, next } = await hub.request('listRecentEvents', { ...filter, ...place })
    return { events, ...(next !== undefined && { nextCursor: next }) }
  },
})

/** All tools of insight. */
export const insightTools: readonly Tool[] = [getOverview, getChannels, listEvents]
