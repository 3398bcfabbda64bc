/** What Ctrl+K can do besides opening records and pages. */
import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData } from '@mantine/spotlight'
import {
  IconBook,
  IconCode,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconReceipt,
  IconSun,
  IconSunMoon,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../hub/session.tsx'
import { answersTo } from './found.ts'
import { openKeys } from './keys-sheet.tsx'

/** Returns the actions whose label or other words contain the text. */
export function useSearchActions(text: string): readonly SpotlightActionData[] {
  const navigate = useNavigate()
  const { may } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const actions = [
    {
      label: 'Show new orders',
      Icon: IconReceipt,
      run: () => void navigate({ to: '/orders', search: { tab: 'new' } }),
    },
    {
      label: 'Show orders to ship',
      Icon: IconReceipt,
      run: () => void navigate({ to: '/orders', search: { tab: 'to-ship' } }),
    },
    {
      label: 'Enter a new order',
      Icon: IconReceipt,
      scope: 'orders:create',
      run: () => void navigate({ to: '/orders/new' }),
    },
    {
      label: 'Connect a shop',
      Icon: IconPlugConnected,
      scope: 'connections:write',
      run: () => void navigate({ to: '/shops/new' }),
    },
    {
      label: 'Open my account',
      words: 'passkeys, sessions, security, sign-in, language',
      Icon: IconUserCircle,
      run: () => void navigate({ to: '/settings', search: { tab: 'account' } }),
    },
    { label: 'Use the light theme', Icon: IconSun, run: () => setColorScheme('light') },
    { label: 'Use the dark theme', Icon: IconMoon, run: () => setColorScheme('dark') },
    { label: 'Use the system theme', Icon: IconSunMoon, run: () => setColorScheme('auto') },
    { label: 'Show the keyboard shortcuts', Icon: IconKeyboard, run: () => openKeys() },
    { label: 'Open the guides', Icon: IconBook, run: () => location.assign('/docs/guides') },
    {
      label: 'Open the shop guides',
      Icon: IconBook,
      run: () => location.assign('/docs/guides/shops'),
    },
    { label: 'Open the API reference', Icon: IconCode, run: () => location.assign('/docs') },
    { label: 'Sign out', Icon: IconLogout, run: () => location.assign('/?account') },
  ]
  return actions
    .filter(({ scope }) => scope === undefined || may(scope))
    .filter((action) => answersTo(action, text))
    .map(({ label, Icon, run }) => ({
      id: label,
      label,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: run,
    }))
}
