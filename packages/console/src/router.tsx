/** The routes of the console. Each page is a separate file, which is loaded when the page is opened or about to be opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  retainSearchParams,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { approvalSearch, approvalsSearch } from './agents/approvals/search.ts'
import { agentSearch } from './agents/one/search.ts'
import { agentsSearch } from './agents/search.ts'
import { StopBanner } from './agents/stops/stop-banner.tsx'
import { channelSearch } from './channels/search.ts'
import { developersSearch, webhookSearch } from './developers/search.ts'
import {
  orderPageSearch,
  orderSearch,
  packingSlipSearch,
  packingSlipsSearch,
  pickListSearch,
} from './orders/search.ts'
import { AttentionMenu } from './overview/attention-menu.tsx'
import { overviewSearch } from './overview/search.ts'
import { pricesSearch } from './prices/search.ts'
import { newProductSearch, productSearch, productsSearch } from './products/search.ts'
import { returnsSearch } from './returns/search.ts'
import { searchSchema, text } from './search-params.ts'
import { settingsSearch } from './settings/search.ts'
import { App } from './shell/app.tsx'
import { NotFound, PageFailure } from './shell/failures.tsx'
import { lazyPage } from './shell/lazy-page.tsx'
import { connectionSearch, connectSearch, shopsSearch } from './shops/search.ts'
import { stockSearch } from './stock/search.ts'
import { provisioningSearch } from './team/provisioning/search.ts'
import { teamSearch } from './team/search.ts'

/** The page of a record, whose address has its id. With anything else, there is no page. */
const withId = (pattern: RegExp) => ({
  beforeLoad: ({ params }: { readonly params: { readonly id: string } }) => {
    if (!pattern.test(params.id)) throw notFound()
  },
})
const ofRecord = withId(/^\d{1,15}$/)

const root = createRootRoute({
  component: () => <App tools={<AttentionMenu />} notice={<StopBanner />} />,
  notFoundComponent: NotFound,
  // For people with several customers.
  validateSearch: searchSchema({ customer: v.pipe(text, v.regex(/^\d{1,15}$/)) }),
  search: { middlewares: [retainSearchParams(['customer'])] },
})

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyPage(async () => await import('./overview/page.tsx'), 'OverviewPage'),
})
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: orderSearch,
  component: lazyPage(async () => await import('./orders/list/page.tsx'), 'OrdersPage'),
})
const newOrder = createRoute({
  getParentRoute: () => root,
  path: '/orders/new',
  component: lazyPage(async () => await import('./orders/new/page.tsx'), 'NewOrderPage'),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id',
  ...ofRecord,
  validateSearch: orderPageSearch,
  component: lazyPage(async () => await import('./orders/detail/order-page.tsx'), 'OrderPage'),
})
const pickList = createRoute({
  getParentRoute: () => root,
  path: '/orders/pick-list',
  validateSearch: pickListSearch,
  component: lazyPage(
    async () => await import('./orders/print/pick-list-page.tsx'),
    'PickListPage',
  ),
})
const packingSlips = createRoute({
  getParentRoute: () => root,
  path: '/orders/packing-slips',
  validateSearch: packingSlipsSearch,
  component: lazyPage(
    async () => await import('./orders/print/packing-slips-page.tsx'),
    'PackingSlipsPage',
  ),
})
const packingSlip = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id/packing-slip',
  ...ofRecord,
  validateSearch: packingSlipSearch,
  component: lazyPage(
    async () => await import('./orders/print/packing-slip.tsx'),
    'PackingSlipPage',
  ),
})
const returns = createRoute({
  getParentRoute: () => root,
  path: '/returns',
  validateSearch: returnsSearch,
  component: lazyPage(async () => await import('./returns/page.tsx'), 'ReturnsPage'),
})
const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  validateSearch: productsSearch,
  component: lazyPage(async () => await import('./products/page.tsx'), 'ProductsPage'),
})
const newProduct = createRoute({
  getParentRoute: () => root,
  path: '/products/new',
  validateSearch: newProductSearch,
  component: lazyPage(
    async () => await import('./products/editor/new-product-page.tsx'),
    'NewProductPage',
  ),
})
const product = createRoute({
  getParentRoute: () => root,
  path: '/products/$reference',
  validateSearch: productSearch,
  component: lazyPage(async () => await import('./products/product-page.tsx'), 'ProductPage'),
})
const stock = createRoute({
  getParentRoute: () => root,
  path: '/stock',
  validateSearch: stockSearch,
  component: lazyPage(async () => await import('./stock/page.tsx'), 'StockPage'),
})
const prices = createRoute({
  getParentRoute: () => root,
  path: '/prices',
  validateSearch: pricesSearch,
  component: lazyPage(async () => await import('./prices/page.tsx'), 'PricesPage'),
})
const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  validateSearch: channelSearch,
  component: lazyPage(async () => await import('./channels/page.tsx'), 'ChannelsPage'),
})
const channel = createRoute({
  getParentRoute: () => root,
  path: '/channels/$id',
  ...ofRecord,
  validateSearch: channelSearch,
  component: lazyPage(async () => await import('./channels/channel-page.tsx'), 'ChannelPage'),
})
const shops = createRoute({
  getParentRoute: () => root,
  path: '/shops',
  validateSearch: shopsSearch,
  component: lazyPage(async () => await import('./shops/page.tsx'), 'ShopsPage'),
})
const connectShop = createRoute({
  getParentRoute: () => root,
  path: '/shops/new',
  validateSearch: connectSearch,
  component: lazyPage(async () => await import('./shops/connect/page.tsx'), 'ConnectPage'),
})
const connection = createRoute({
  getParentRoute: () => root,
  path: '/shops/$id',
  ...ofRecord,
  validateSearch: connectionSearch,
  component: lazyPage(
    async () => await import('./shops/one/connection-page.tsx'),
    'ConnectionPage',
  ),
})
const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  validateSearch: developersSearch,
  component: lazyPage(async () => await import('./developers/page.tsx'), 'DevelopersPage'),
})
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/developers/webhooks/$id',
  ...ofRecord,
  validateSearch: webhookSearch,
  component: lazyPage(
    async () => await import('./developers/webhooks/webhook-page.tsx'),
    'WebhookPage',
  ),
})
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  validateSearch: agentsSearch,
  component: lazyPage(async () => await import('./agents/page.tsx'), 'AgentsPage'),
})
const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$id',
  ...withId(/^(\d{1,15}-|agent_)[\w-]{22}$/),
  validateSearch: agentSearch,
  component: lazyPage(async () => await import('./agents/one/agent-page.tsx'), 'AgentPage'),
})
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/agents/approvals',
  validateSearch: approvalsSearch,
  component: lazyPage(async () => await import('./agents/approvals/page.tsx'), 'ApprovalsPage'),
})
const approval = createRoute({
  getParentRoute: () => root,
  path: '/agents/approvals/$id',
  ...ofRecord,
  validateSearch: approvalSearch,
  component: lazyPage(
    async () => await import('./agents/approvals/approval-page.tsx'),
    'ApprovalPage',
  ),
})
const agentRules = createRoute({
  getParentRoute: () => root,
  path: '/agents/rules',
  component: lazyPage(async () => await import('./agents/rules/page.tsx'), 'AgentRulesPage'),
})
const provisioning = createRoute({
  getParentRoute: () => root,
  path: '/team/provisioning',
  validateSearch: provisioningSearch,
  component: lazyPage(async () => await import('./team/provisioning/page.tsx'), 'ProvisioningPage'),
})
const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  validateSearch: teamSearch,
  component: lazyPage(async () => await import('./team/page.tsx'), 'TeamPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyPage(async () => await import('./settings/page.tsx'), 'SettingsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    orders,
    newOrder,
    order,
    pickList,
    packingSlips,
    packingSlip,
    returns,
    products,
    newProduct,
    product,
    stock,
    prices,
    channels,
    channel,
    shops,
    connectShop,
    connection,
    developers,
    webhook,
    agents,
    agent,
    approvals,
    approval,
    agentRules,
    team,
    provisioning,
    settings,
  ]),
  basepath: '/console',
  // What the schema of a page leaves out is left out of the address, too.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
