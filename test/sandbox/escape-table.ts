import { allEscapes, escapes } from '@pictable/server/sandbox/escapes.test-kit.ts'
import type { Outcomes } from '#test/sandbox/try-escapes.ts'

const decoders = ['rendering', 'table-file']

/** Escapes that did not end with the error expected, in any of the decoders. */
export function failuresOf(outcomes: Outcomes): string[] {
  return decoders.flatMap((decoder) =>
    allEscapes.flatMap(({ name, expected }) => {
      const got = outcomes[decoder]?.[name] ?? 'not tried'
      return got === expected ? [] : [`${decoder}: ${name}: ${got} instead of ${expected}`]
    }),
  )
}

/** The list as SECURITY.md has it. */
export function tableOfEscapes(): string {
  const rows = Object.entries(escapes).flatMap(([reach, list]) =>
    list.map(({ name, expected }) => `| ${reach} | ${name} | ${expected} |`),
  )
  return ['| reaches for | escape | error |', '|---|---|---|', ...rows].join('\n')
}
