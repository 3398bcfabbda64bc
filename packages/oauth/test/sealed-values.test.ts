/** Values that 0.1.0 has sealed, as databases and cookies contain them. */
import { expect, test } from 'vitest'
import { createRefreshTokens } from '../src/mcp/token/refresh-tokens.ts'
import { createSealer } from '../src/shared/sealer.ts'

const SECRETS = [
  'a newer secret of at least 32 characters',
  'a secret of 0.1.0, at least 32 characters',
]

test('a value that 0.1.0 has sealed is opened, and another context or secret is refused', () => {
  const sealed =
    'M_aR-4vgMYWG06OyvJc_j5SVZAYzqhuBpR2eXes6ltQJxqJrHymnWZPFrRT8lcM8FKzF_bNgNODzOKUdGGb-iVq-hBtSoI4'
  const sealer = createSealer(SECRETS)
  expect(sealer.open('session', sealed)).toEqual({ accessToken: 'token', scopes: ['a', 'é'] })
  const refused = expect.objectContaining({ code: 'OAUTH_SEAL' })
  expect(() => sealer.open('pending', sealed)).toThrow(refused)
  expect(() => createSealer(SECRETS.slice(0, 1)).open('session', sealed)).toThrow(refused)
})

test('a refresh token that 0.1.0 has sealed is opened by an earlier one of its family', () => {
  const familyId = 'a'.repeat(22)
  const [earlier, current] = [
    `${familyId}.tvdHRXIHNJIBokk7U3Kza9rk4ISt-wqAYbkf8Umtc3Y.lEb3omoCZ_M-0BgAwK3kG-`,
    `${familyId}.tvdHRXIHNJIBokk7U3Kza7LuDOOzFtg_7wI4UduBWC0.ELn0HvID7yDmhCrdjoj2gu`,
  ]
  const sealed =
    'rYZOdmfFk6ujNRLIAbpTCDSRJAwQu_vvYkDSJPsNhKqaAoy1m96sw27kFaGqOi70_x9DyA-h0rtW0Rt4-ZceHaF3JZtXUdIN3kRH9upZ5Q'
  const tokens = createRefreshTokens(SECRETS)
  const token = tokens.read(earlier)
  expect(token).toEqual({ familyId, text: earlier })
  expect(token && tokens.open(token, sealed)).toEqual({ familyId, text: current })
})
