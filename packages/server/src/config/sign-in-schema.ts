/** The settings in `signIn`: who may sign in, and how. */
import { Type } from 'typebox'
import { ROLE_NAMES, type Role } from './role-names.ts'
import { CLOSED, TextList } from './schema-parts.ts'

/** A rule of how people must have signed in. */
const StepUpRule = Type.Object(
  {
    roles: Type.Optional(
      Type.Array(Type.Unsafe<Role>({ type: 'string', enum: ROLE_NAMES }), { minItems: 1 }),
    ),
    calls: Type.Unsafe<'all' | 'access'>({
      type: 'string',
      enum: ['all', 'access'],
      default: 'all',
    }),
    acr: Type.Optional(Type.Array(Type.String({ format: 'acr' }), { minItems: 1 })),
    maxAge: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
  },
  CLOSED,
)

/** A group of a provider that gives a role. */
const GroupRule = Type.Object(
  {
    provider: Type.String({ minLength: 1 }),
    group: Type.String({ minLength: 1 }),
    customer: Type.Integer({ minimum: 1 }),
    role: Type.Unsafe<Role>({ type: 'string', enum: ROLE_NAMES }),
  },
  CLOSED,
)

/** The group `signIn`. */
export const SignIn = Type.Object(
  {
    allowedEmails: TextList(
      'People with one of these verified email addresses become users when they first sign in.',
      'email',
    ),
    allowedDomains: TextList(
      'The same for all verified addresses of these domains, such as `shop.example`, without their subdomains.',
      'domain',
    ),
    groups: Type.Array(GroupRule, {
      default: [],
      description:
        'Groups at a provider that give a role, at each sign-in: rules with `provider`, `group`, `customer` (an id) and `role`. The provider needs `groupsClaim`.',
    }),
    stepUp: Type.Array(StepUpRule, {
      default: [],
      description:
        'How people must have signed in: rules with `roles` (default: all), `calls` (`access`: changes of members, keys and agents; default `all`), `acr` and `maxAge` in seconds.',
    }),
    passkeys: Type.Optional(
      Type.Boolean({
        description:
          'Whether people sign in with passkeys, which need no identity provider. They need https, or `localhost`. Default: true if no provider of `@entrepot/oauth` is active and the development identity provider is off; in production only with `secret` and `publicUrl`.',
      }),
    ),
    contact: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Contact for people whose sign-in is refused; the page shows it to them.',
      }),
    ),
  },
  {
    ...CLOSED,
    default: {},
    description: 'Who may sign in, in addition to the users that `entrepot users add` has added.',
  },
)
