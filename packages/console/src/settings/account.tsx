/** The person who is signed in: theme, language of numbers, passkeys, sessions. */
import {
  Anchor,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import {
  dateFormat,
  formatMoney,
  languageOfNumbers,
  languages,
  setLanguageOfNumbers,
} from '../components/values/language.ts'
import { useSession } from '../hub/session.tsx'
import { MySessions } from './my-sessions.tsx'
import { MyPasskeys } from './passkeys/my-passkeys.tsx'

export function Account() {
  const { me, timeZone } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const date = dateFormat({ dateStyle: 'medium', timeZone })
  const roles = me.Customers.map(({ Name, Role }) => `${Role} of ${Name}`).join(', ')
  return (
    <Stack gap="xl" maw={520}>
      <Text size="sm">
        Signed in as <b>{me.Actor.Label}</b>
        {roles && `, ${roles}`}.
      </Text>
      <div>
        <Text size="sm" fw={500} mb={4} id="theme">
          Theme
        </Text>
        <SegmentedControl
          aria-labelledby="theme"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'System' },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
      </div>
      <Select
        label="Language of numbers and dates"
        description={`In this browser: ${formatMoney(1234.5, 'EUR')}, ${date.format(new Date())}`}
        data={languages()}
        searchable
        allowDeselect={false}
        value={languageOfNumbers() ?? ''}
        onChange={(value) => {
          setLanguageOfNumbers(value ?? '')
          // Every number of the console is written anew.
          location.reload()
        }}
      />
      <section aria-labelledby="my-passkeys">
        <Title order={2} size="h4" id="my-passkeys" mb="sm">
          My passkeys
        </Title>
        {me.HasPasskeys ? <MyPasskeys /> : <NoPasskeys />}
      </section>
      <section aria-labelledby="my-sessions">
        <Title order={2} size="h4" id="my-sessions" mb="sm">
          My sessions
        </Title>
        <MySessions />
      </section>
    </Stack>
  )
}

function NoPasskeys() {
  return (
    <Text size="sm">
      Passkeys are off on this hub.{' '}
      <Anchor inherit href="/docs/guides/sign-in" target="_blank" underline="always">
        How people sign in
      </Anchor>
    </Text>
  )
}
