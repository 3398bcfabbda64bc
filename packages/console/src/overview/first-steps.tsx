/** What a customer without channels does first: until then nothing can be sold, and there are no numbers to show. */
import { List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../components/page/links.tsx'
import { Section } from '../components/page/section.tsx'

export function FirstSteps() {
  return (
    <Section title="First steps">
      <List type="ordered" spacing="sm" size="sm">
        <Step title="Add your products.">
          <PageLink inherit underline="always" to="/shops">
            Connect your shop
          </PageLink>
          ,{' '}
          <PageLink inherit underline="always" to="/products" search={{ panel: 'import' }}>
            import a file
          </PageLink>
          , or{' '}
          <PageLink inherit underline="always" to="/products/new">
            enter one
          </PageLink>
          .
        </Step>
        <Step title="Create a channel.">
          A shop or marketplace that sells them.{' '}
          <PageLink inherit underline="always" to="/channels" search={{ panel: 'create' }}>
            Create a channel
          </PageLink>
        </Step>
        <Step title="Get orders.">
          Your channels send them, or you{' '}
          <PageLink inherit underline="always" to="/orders/new">
            enter one
          </PageLink>
          . They appear here and under Orders.
        </Step>
      </List>
    </Section>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <List.Item>
      <Text span inherit fw={500}>
        {title}
      </Text>{' '}
      {children}
    </List.Item>
  )
}
