/** The root of all pages: asks who is signed in, and shows the frame to them. */

import { isProblem } from '@entrepot/client'
import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Problem } from '../components/page/problem.tsx'
import { isSignedOut, needsStepUp } from '../hub/api.ts'
import { SessionProvider, signInAddress, useMe } from '../hub/session.tsx'
import { SignedOut } from '../hub/signed-out.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { Layout } from './layout.tsx'
import { Live, useStart } from './live/live.tsx'
import { UpdateNotice } from './update-notice.tsx'

/**
 * @param tools further buttons of the head
 * @param notice what stands above every page, such as a state that all must know
 */
export function App({
  tools,
  notice,
}: {
  readonly tools?: ReactNode
  readonly notice?: ReactNode
}) {
  useKeptFocus()
  const me = useMe()
  const start = useStart()
  const mustSignIn = me.data === undefined && isSignedOut(me.error)
  const isWeak = needsStepUp(me.error)
  useEffect(() => {
    if (mustSignIn) location.replace(signInAddress(isWeak ? 'console' : undefined))
  }, [mustSignIn, isWeak])
  // Without the position, the events begin when the stream is open.
  if (me.data && !start.isPending) {
    return (
      <SessionProvider me={me.data}>
        <Layout tools={tools} notice={notice} />
        <SignedOut />
        <UpdateNotice />
        <Live />
      </SessionProvider>
    )
  }
  if (me.error && !mustSignIn) {
    return (
      <Center component="main" mih="100vh" p="md">
        {isProblem(me.error, 'MARKET_NOT_FOUND') ? (
          <NotMember />
        ) : (
          <Problem error={me.error} onRetry={() => void me.refetch()} />
        )}
      </Center>
    )
  }
  return (
    <Center mih="100vh" aria-busy="true">
      <Loader aria-label="Loading" />
    </Center>
  )
}

/** Somebody who is signed in, and belongs to no customer, or not to the one in the address. */
function NotMember() {
  return (
    <Stack maw={460}>
      <Title order={1} size="h2">
        You do not belong to this business
      </Title>
      <Text>
        Ask one of its owners for an invitation and open the link in it, or sign in with another
        account.
      </Text>
      <Button component="a" href="/console/" variant="default">
        My businesses
      </Button>
      <Button component="a" href="/?account">
        Switch account
      </Button>
    </Stack>
  )
}
