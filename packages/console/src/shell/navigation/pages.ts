/** The pages of the sidebar, in their order and their groups. */
import {
  IconBuildingStore,
  IconCode,
  IconHome,
  IconPackage,
  IconPlugConnected,
  IconReceipt,
  IconReceiptRefund,
  IconRobot,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'

/** The groups of the sidebar, in their order. */
export const NAVIGATION_GROUPS = ['Sell', 'Connect', 'Manage'] as const

type NavigationGroup = (typeof NAVIGATION_GROUPS)[number]

/** A page of the sidebar. */
export interface NavigationPage {
  readonly path:
    | '/'
    | '/orders'
    | '/returns'
    | '/products'
    | '/channels'
    | '/shops'
    | '/developers'
    | '/agents'
    | '/team'
    | '/settings'
  readonly label: string
  readonly icon: typeof IconHome
  /** The overview, which is of all of them, has none. */
  readonly group?: NavigationGroup
  /** Whether a phone shows it in its bar; the others are in its menu. */
  readonly isFrequent: boolean
}

/** Pages that a page of the sidebar leads to, where the path does not say which. */
const LED_TO: Readonly<Record<string, NavigationPage['path']>> = {
  '/prices': '/channels',
  '/stock': '/products',
}

/** The page of the sidebar to which a page of the console belongs, by its path. Pure. */
export function pageOf(path: string): NavigationPage | undefined {
  const first = `/${path.split('/')[1] ?? ''}`
  return navigationPages.find((page) => page.path === (LED_TO[first] ?? first))
}

export const navigationPages: readonly NavigationPage[] = [
  { path: '/', label: 'Overview', icon: IconHome, isFrequent: true },
  { path: '/orders', label: 'Orders', icon: IconReceipt, group: 'Sell', isFrequent: true },
  { path: '/returns', label: 'Returns', icon: IconReceiptRefund, group: 'Sell', isFrequent: true },
  { path: '/products', label: 'Products', icon: IconPackage, group: 'Sell', isFrequent: true },
  {
    path: '/channels',
    label: 'Channels',
    icon: IconBuildingStore,
    group: 'Connect',
    isFrequent: false,
  },
  { path: '/shops', label: 'Shops', icon: IconPlugConnected, group: 'Connect', isFrequent: false },
  { path: '/agents', label: 'Agents', icon: IconRobot, group: 'Connect', isFrequent: false },
  { path: '/developers', label: 'Developers', icon: IconCode, group: 'Connect', isFrequent: false },
  { path: '/team', label: 'Team', icon: IconUsers, group: 'Manage', isFrequent: false },
  { path: '/settings', label: 'Settings', icon: IconSettings, group: 'Manage', isFrequent: false },
]
