/** The routes of the console. Each page is a separate file, which is loaded when the page is opened or about to be opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  retainSearchParams,
} from '@tanstack/react-router'
import { checkAgentsSearch } from './agents/search.ts'
import { checkChannelSearch } from './channels/search.ts'
import { checkDevelopersSearch, checkWebhookSearch } from './developers/search.ts'
import { checkOrderPageSearch, checkOrderSearch, checkPickListSearch } from './orders/search.ts'
import { Bell } from './overview/bell.tsx'
import { checkProductsSearch } from './products/search.ts'
import { checkReturnsSearch } from './returns/search.ts'
import { checkSettingsSearch } from './settings/search.ts'
import { App } from './shell/app.tsx'
import { NotFound, PageFailure } from './shell/failures.tsx'
import { lazyPage } from './shell/lazy-page.tsx'
import { checkTeamSearch } from './team/search.ts'

/** Search parameters that every page can have. */
interface CommonSearch {
  /** The id of the customer, for people with several customers. */
  readonly customer?: string
}

const root = createRootRoute({
  component: () => <App tools={<Bell />} />,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>): CommonSearch =>
    /^\d{1,15}$/.test(String(search.customer ?? '')) ? { customer: String(search.customer) } : {},
  search: { middlewares: [retainSearchParams(['customer'])] },
})

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPage(async () => await import('./overview/page.tsx'), 'OverviewPage'),
})
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: checkOrderSearch,
  component: lazyPage(async () => await import('./orders/list/page.tsx'), 'OrdersPage'),
})
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id',
  validateSearch: checkOrderPageSearch,
  component: lazyPage(async () => await import('./orders/detail/order-page.tsx'), 'OrderPage'),
})
const pickList = createRoute({
  getParentRoute: () => root,
  path: '/orders/pick-list',
  validateSearch: checkPickListSearch,
  component: lazyPage(
    async () => await import('./orders/print/pick-list-page.tsx'),
    'PickListPage',
  ),
})
const packingSlip = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id/packing-slip',
  component: lazyPage(
    async () => await import('./orders/print/packing-slip.tsx'),
    'PackingSlipPage',
  ),
})
const returns = createRoute({
  getParentRoute: () => root,
  path: '/returns',
  validateSearch: checkReturnsSearch,
  component: lazyPage(async () => await import('./returns/page.tsx'), 'ReturnsPage'),
})
const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  validateSearch: checkProductsSearch,
  component: lazyPage(async () => await import('./products/page.tsx'), 'ProductsPage'),
})
const product = createRoute({
  getParentRoute: () => root,
  path: '/products/$reference',
  component: lazyPage(async () => await import('./products/product-page.tsx'), 'ProductPage'),
})
const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  validateSearch: checkChannelSearch,
  component: lazyPage(async () => await import('./channels/page.tsx'), 'ChannelsPage'),
})
const channel = createRoute({
  getParentRoute: () => root,
  path: '/channels/$id',
  validateSearch: checkChannelSearch,
  component: lazyPage(async () => await import('./channels/channel-page.tsx'), 'ChannelPage'),
})
const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  validateSearch: checkDevelopersSearch,
  component: lazyPage(async () => await import('./developers/page.tsx'), 'DevelopersPage'),
})
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/developers/webhooks/$id',
  validateSearch: checkWebhookSearch,
  component: lazyPage(
    async () => await import('./developers/webhooks/webhook-page.tsx'),
    'WebhookPage',
  ),
})
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  validateSearch: checkAgentsSearch,
  component: lazyPage(async () => await import('./agents/page.tsx'), 'AgentsPage'),
})
const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  validateSearch: checkTeamSearch,
  component: lazyPage(async () => await import('./team/page.tsx'), 'TeamPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: checkSettingsSearch,
  component: lazyPage(async () => await import('./settings/page.tsx'), 'SettingsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    orders,
    order,
    pickList,
    packingSlip,
    returns,
    products,
    product,
    channels,
    channel,
    developers,
    webhook,
    agents,
    team,
    settings,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
