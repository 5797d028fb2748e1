/** `npm run sandbox:prove`: tries to escape from the decoders of real servers, in every form, and tells how each try ended. */
import { parseArgs } from 'node:util'
import { allEscapes } from '@pictable/server/sandbox/escapes.test-kit.ts'
import { failuresOf, tableOfEscapes } from '#test/sandbox/escape-table.ts'
import { forms } from '#test/sandbox/forms.ts'
import { type Outcomes, tryEscapes } from '#test/sandbox/try-escapes.ts'

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
if (values.list) {
  console.log(tableOfEscapes())
  process.exit(0)
}

/** One word when all decoders agree. */
const wordOf = (outcomes: Outcomes, name: string) =>
  [...new Set(Object.values(outcomes).map((one) => one[name] ?? 'not tried'))].join(' / ')

const columns: { title: string; outcomes: Outcomes }[] = []
const failures: string[] = []
for (const form of forms) {
  const obstacle = form.obstacle()
  if (obstacle !== undefined) {
    failures.push(`${form.name}: not tried, ${obstacle}`)
    continue
  }
  console.error(`Trying to escape as ${form.name} …`)
  const outcomes = await tryEscapes(form, 'require')
  columns.push({ title: form.name, outcomes })
  failures.push(...failuresOf(outcomes).map((failure) => `${form.name}: ${failure}`))
}
const [plain] = forms
if (plain !== undefined) columns.push({ title: 'sandbox off', outcomes: await tryEscapes(plain, 'off') })

const row = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(i === 0 ? 46 : 12)).join(' ')
console.log(row(['escape', 'expected', ...columns.map(({ title }) => title)]))
for (const { name, expected } of allEscapes)
  console.log(row([name, expected, ...columns.map(({ outcomes }) => wordOf(outcomes, name))]))
console.log(
  `\n${allEscapes.length} escapes, tried in each decoder (${Object.keys(columns[0]?.outcomes ?? {}).join(', ')}):`,
)
for (const { name, meaning } of forms) console.log(`  ${name}: ${meaning}`)
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'None succeeded.' : `${failures.length} failures.`)
process.exit(failures.length === 0 ? 0 : 1)
