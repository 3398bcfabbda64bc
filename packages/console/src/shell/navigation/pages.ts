/** The pages of the sidebar, in their order. */
import {
  IconBuildingStore,
  IconCode,
  IconHome,
  IconPackage,
  IconReceipt,
  IconReceiptRefund,
  IconRobot,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'

/** A page of the sidebar. */
export interface NavigationPage {
  readonly path:
    | '/'
    | '/orders'
    | '/returns'
    | '/products'
    | '/channels'
    | '/developers'
    | '/agents'
    | '/team'
    | '/settings'
  readonly label: string
  readonly icon: typeof IconHome
  /** Whether a phone shows it in its bar; the others are in its menu. */
  readonly isFrequent: boolean
}

export const navigationPages: readonly NavigationPage[] = [
  { path: '/', label: 'Overview', icon: IconHome, isFrequent: true },
  { path: '/orders', label: 'Orders', icon: IconReceipt, isFrequent: true },
  { path: '/returns', label: 'Returns', icon: IconReceiptRefund, isFrequent: true },
  { path: '/products', label: 'Products', icon: IconPackage, isFrequent: true },
  { path: '/channels', label: 'Channels', icon: IconBuildingStore, isFrequent: false },
  { path: '/developers', label: 'Developers', icon: IconCode, isFrequent: false },
  { path: '/agents', label: 'Agents', icon: IconRobot, isFrequent: false },
  { path: '/team', label: 'Team', icon: IconUsers, isFrequent: false },
  { path: '/settings', label: 'Settings', icon: IconSettings, isFrequent: false },
]
