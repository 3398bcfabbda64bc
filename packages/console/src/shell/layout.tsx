/** The frame of all pages: header, sidebar, page. */
import { AppShell, Box, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Mark } from './brand/brand.tsx'
import classes from './layout.module.css'
import { AccountMenu } from './navigation/account-menu.tsx'
import { BottomBar } from './navigation/bottom-bar.tsx'
import { CustomerSwitch } from './navigation/customer-switch.tsx'
import { KeysSheet } from './navigation/keys-sheet.tsx'
import { SearchButton } from './navigation/search.tsx'
import { Sidebar } from './navigation/sidebar.tsx'

/** The width from which the sidebar is shown. */
const WIDE = '(min-width: 62em)'

/**
 * @param tools further buttons of the head
 * @param notice what stands above every page
 */
export function Layout({
  tools,
  notice,
}: {
  readonly tools?: ReactNode
  readonly notice?: ReactNode
}) {
  const isWide = useMediaQuery(WIDE, true)
  return (
    <>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <KeysSheet />
      <AppShell
        layout="alt"
        header={{ height: 52 }}
        navbar={{ width: 208, breakpoint: 'md', collapsed: { mobile: true } }}
        footer={{ height: 60, collapsed: isWide }}
        padding={{ base: 'md', md: 'lg' }}
        transitionDuration={140}
      >
        <AppShell.Header>
          <Group h="100%" px={{ base: 'md', md: 'lg' }} justify="space-between" wrap="nowrap">
            <Group wrap="nowrap" gap="sm" miw={0}>
              <Box hiddenFrom="md" lh={0}>
                <Mark />
              </Box>
              <CustomerSwitch />
            </Group>
            <Group wrap="nowrap" gap="xs">
              <SearchButton />
              {tools}
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar px="sm" className={classes.rail}>
          <Sidebar />
        </AppShell.Navbar>
        <AppShell.Main>
          <Box className={classes.content}>
            {notice}
            <Page />
          </Box>
        </AppShell.Main>
        {!isWide && (
          <AppShell.Footer>
            <BottomBar />
          </AppShell.Footer>
        )}
      </AppShell>
    </>
  )
}

/** The page. When another one is opened, the focus goes to its start, and its title is announced. */
function Page() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const start = useRef<HTMLDivElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // A list gives it to the row that was opened before.
    if (!start.current?.contains(document.activeElement)) start.current?.focus()
  }, [path])
  return (
    <Box id="page" ref={start} tabIndex={-1} className={classes.page}>
      <Outlet />
    </Box>
  )
}
