import { readFileSync } from 'node:fs'
import { type Mutant, mutantsOf } from './mutate.ts'

/** Rules that matter, and the tests that hold them. */
export interface Subject {
  name: string
  /** In these folders, from the root of the repository. */
  files: readonly string[]
  tests: readonly string[]
  /** Only these lines of the files. */
  lines?: RegExp
}

const server = 'packages/server/src'
const client = 'packages/client/src'

export const subjects: readonly Subject[] = [
  {
    name: 'addresses',
    files: [
      `${server}/net/policy/address-policy.ts`,
      `${server}/net/policy/address-ranges.ts`,
      `${server}/net/policy/egress-allow.ts`,
      `${server}/net/guarded-lookup.ts`,
      `${server}/net/policy/host-name.ts`,
      `${server}/net/policy/ports.ts`,
      `${server}/net/policy/public-url-problem.ts`,
      `${server}/net/policy/trusted-proxies.ts`,
      `${server}/net/policy/typed-host.ts`,
      `${server}/net/vetted-addresses.ts`,
      `${server}/net/policy/webhook-guard.ts`,
    ],
    tests: [
      `${server}/net/policy/address-policy.test.ts`,
      `${server}/net/policy/egress-allow.test.ts`,
      `${server}/net/guarded-lookup.test.ts`,
      `${server}/net/policy/host-name.test.ts`,
      `${server}/net/policy/ports.test.ts`,
      `${server}/net/policy/public-url-problem.test.ts`,
      `${server}/net/policy/typed-host.test.ts`,
      `${server}/net/vetted-addresses.test.ts`,
      `${server}/net/policy/webhook-guard.test.ts`,
    ],
  },
  {
    name: 'scopes',
    files: ['packages/model/src/access.ts', `${server}/core/access/user.ts`, `${server}/http/caller/caller.ts`],
    tests: [`${server}/http/caller/caller.test.ts`],
  },
  {
    name: 'endpoints',
    files: [
      'actions',
      'api-keys',
      'assets',
      'audit-log',
      'backups',
      'connections',
      'drafts',
      'events',
      'exceptions',
      'fonts',
      'forms',
      'image-batches',
      'images',
      'runs',
      'server',
      'sessions',
      'settings',
      'sources',
      'stable-urls',
      'starters',
      'table-imports',
      'tables',
      'tablesources',
      'template-files',
      'templates',
      'triggers',
      'url-keys',
      'users',
      'webhooks',
    ].map((name) => `${client}/contract/${name}.ts`),
    tests: [`${client}/contract/scopes.test.ts`],
    lines: /^\s*(scope|limitedKeys): /,
  },
  {
    name: 'signatures',
    files: [
      `${server}/webhooks/sign.ts`,
      `${server}/core/image/signed/verify-target.ts`,
      `${server}/http/caller/session-cookie.ts`,
      `${server}/http/caller/same-origin.ts`,
      `${client}/verify.ts`,
      `${client}/sign-image-url.ts`,
    ],
    tests: [
      `${server}/webhooks/sign.test.ts`,
      `${server}/core/image/signed/verify-target.test.ts`,
      `${server}/http/caller/session-cookie.test.ts`,
      `${client}/verify.test.ts`,
      `${client}/sign-image-url.test.ts`,
    ],
  },
  {
    name: 'credentials',
    files: ['authenticate', 'key-format', 'login-link'].map((name) => `${server}/core/access/${name}.ts`),
    tests: [`${server}/core/access/access.test.ts`, `${server}/core/access/login-link.test.ts`],
  },
  {
    name: 'triggers',
    files: [`${server}/core/trigger/receive-hook.ts`, `${server}/core/trigger/trigger-call.ts`],
    tests: [`${server}/core/trigger/receive-hook.test.ts`],
  },
  {
    name: 'records',
    files: [
      `${server}/core/run/read-named.ts`,
      `${server}/core/action/list-actions.ts`,
      `${server}/http/input/image-filter.ts`,
    ],
    tests: [
      `${server}/core/run/choose-records.test.ts`,
      `${server}/core/action/list-actions.test.ts`,
      `${server}/http/input/image-filter.test.ts`,
    ],
  },
  {
    name: 'idempotency',
    files: [`${server}/http/endpoint/idempotency.ts`],
    tests: [`${server}/http/endpoint/idempotency.test.ts`],
  },
]

/** What is changed in a file of the subject. */
export function mutantsIn({ lines = /(?:)/ }: Subject, file: string): Mutant[] {
  const source = readFileSync(file, 'utf8')
  const all = source.split('\n')
  return mutantsOf(file, source).filter(({ line }) => lines.test(all[line - 1] ?? ''))
}
