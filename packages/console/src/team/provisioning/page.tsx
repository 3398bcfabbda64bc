/** How the directory of the customer, such as Microsoft Entra or Okta, adds and removes members. */
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconKey, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataTable } from '../../components/list/data-table.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { LoadingGroup } from '../../components/page/loading-group.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Call } from '../../components/values/code/call.tsx'
import { counted, formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { ROLES } from '../roles.tsx'
import { callColumns, groupColumns, secretColumns } from './columns.tsx'
import { ProvisioningPanel } from './panel.tsx'
import { callsQuery, type Provisioning, provisioningQuery, secretsQuery } from './queries.ts'
import type { ProvisioningAction } from './search.ts'

const route = getRouteApi('/team/provisioning')

export function ProvisioningPage() {
  const session = useSession()
  const navigate = route.useNavigate()
  const provisioning = useQuery(provisioningQuery(session))
  const secrets = useQuery({ ...secretsQuery(session), enabled: session.may('keys:read') })
  const calls = useQuery(callsQuery(session))
  const open = (action: ProvisioningAction, id?: number) =>
    void navigate({ search: { action, ...(id && { id }) } })
  const mayWrite = session.may('members:write')
  return (
    <>
      <PageLink fz="sm" to="/team">
        Team
      </PageLink>
      <PageHead title="Provisioning" />
      <Text size="sm" mb="md" maw={640}>
        Your company's directory, such as Microsoft Entra or Okta, can add and remove members
        through SCIM 2.0.{' '}
        <Anchor href="/docs/guides/provisioning" underline="always">
          The guide
        </Anchor>{' '}
        shows how to set it up.
      </Text>
      <LoadingGroup of={[provisioning, calls]}>
        <Stack gap="xl">
          <Address provisioning={provisioning.data} />
          <Part title="Secrets" action={session.may('keys:write') && <MakeSecret open={open} />}>
            <DataTable
              label="Secrets"
              noun="secret"
              list={secrets}
              columns={secretColumns(session.may('keys:write') ? open : undefined)}
              idOf={({ Id }) => String(Id)}
              empty={<Nothing>No secrets yet. A directory needs one to call the hub.</Nothing>}
            />
          </Part>
          <Part title="Group roles" action={mayWrite && <ChangeRoles open={open} />}>
            <DefaultRole provisioning={provisioning.data} />
            <DataTable
              label="Group roles"
              noun="group"
              list={listOfGroups(provisioning)}
              columns={groupColumns}
              idOf={({ Name }) => Name}
              empty={<Nothing>The directory has sent no groups, and no group has a role.</Nothing>}
            />
          </Part>
          <Part title="Recent calls">
            <DataTable
              label="Recent calls"
              noun="call"
              list={calls}
              columns={callColumns}
              idOf={({ Id }) => String(Id)}
              empty={<Nothing>The directory has not called the hub yet.</Nothing>}
            />
          </Part>
        </Stack>
      </LoadingGroup>
      <ProvisioningPanel
        provisioning={provisioning.data}
        secrets={secrets.data?.rows}
        onClose={() => void navigate({ search: {} })}
      />
    </>
  )
}

type Open = (action: ProvisioningAction) => void

function MakeSecret({ open }: { readonly open: Open }) {
  return (
    <Button
      size="sm"
      leftSection={<IconKey size={16} aria-hidden />}
      onClick={() => open('secret')}
    >
      Create a secret
    </Button>
  )
}

function ChangeRoles({ open }: { readonly open: Open }) {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => open('roles')}
    >
      Change the roles
    </Button>
  )
}

function Part({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}

function Nothing({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

function Address({ provisioning }: { readonly provisioning: Provisioning | undefined }) {
  const { All = 0, Active = 0, Joined = 0 } = provisioning?.People ?? {}
  return (
    <Part title="Address">
      {provisioning?.Url && <Call text={provisioning.Url} />}
      <Text size="sm" mt="xs">
        {All === 0
          ? 'The directory has not sent anybody yet.'
          : `${counted(All, 'person', 'people')} sent by the directory, ${formatNumber(Active)} active, ${formatNumber(Joined)} joined.`}
        {provisioning?.Subject &&
          ` People are also recognised by their account at ${provisioning.Subject.Provider}.`}
      </Text>
    </Part>
  )
}

function DefaultRole({ provisioning }: { readonly provisioning: Provisioning | undefined }) {
  const role = provisioning?.DefaultRole
  return (
    <Text size="sm" mb="sm">
      {role
        ? `Role of people without a group role: ${ROLES[role][0]}.`
        : 'People of the directory whose groups have no role have no access.'}
    </Text>
  )
}

/** The groups of the directory, and those that have a role but were not sent yet. */
function listOfGroups({
  data,
  ...state
}: {
  readonly data: Provisioning | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  refetch(): unknown
}) {
  if (data === undefined) return { ...state, data }
  const sent = data.Groups.map(({ DisplayName, MemberCount, Role }) => {
    return { Name: DisplayName, MemberCount, Role }
  })
  const names = data.Groups.flatMap((group) => [group.DisplayName, group.ExternalId])
  const known = new Set(names.map((name) => name?.toLowerCase()))
  const awaited = data.Roles.filter(({ Group }) => !known.has(Group.toLowerCase())).map(
    ({ Group, Role }) => ({ Name: Group, MemberCount: null, Role }),
  )
  return { ...state, data: { rows: [...sent, ...awaited], next: undefined } }
}
