/** The start of the console. */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './shell/look/look.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './hub/query-client.ts'
import { showSignedOut } from './hub/signed-out.tsx'
import { router } from './router.tsx'
import { loadAllPages } from './shell/lazy-page.tsx'
import { theme, tokenVariables } from './shell/look/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient(showSignedOut)}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        cssVariablesResolver={tokenVariables}
      >
        {/* Below menus (300), above panels (200). */}
        <Notifications position="bottom-right" zIndex={250} />
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
)

/** Firefox and Safari do not have it: https://wicg.github.io/netinfo/#savedata-attribute */
type Connection = { readonly connection?: { readonly saveData?: boolean } }

// Once the page that was opened has its data. Who saves data loads each page when it is opened.
if (!(navigator as Connection).connection?.saveData) {
  addEventListener('load', () => setTimeout(() => void loadAllPages(), 3_000))
}
