import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import prepareCluster from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { importGraphOf, loadedWith } from '#test/import-graph.ts'
import { type Mutant, nameOf } from './mutate.ts'
import { type Job, type Outcome, playMutants } from './play.ts'
import { mutantsIn, type Subject, subjects } from './subjects.ts'
import { survivors } from './survivors.ts'

const usage = `Changes the rules that matter, one at a time, and counts how many changes their tests notice.

  npm run mutation                            every subject
  npm run mutation -- scopes idempotency      some of them
  npm run mutation -- addresses --only ports  some of its files

Subjects: ${subjects.map(({ name }) => name).join(', ')}. At least 90 % must be noticed; the others are listed with their reasons in
test/mutation/survivors.ts.`

const LEAST_KILLED = 0.9

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
if (values.help || positionals.some((name) => !subjects.some((subject) => subject.name === name))) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

/** The tests that load the file. */
function testsOf(file: string, tests: readonly string[]): string[] {
  return tests.filter((test) => loadedWith(importGraphOf([test]), test).has(file))
}

interface Played {
  mutant: Mutant
  outcome: Outcome
}

async function play(subject: Subject): Promise<Played[]> {
  const { tests, files } = subject
  const jobs: Job[] = files
    .filter((file) => file.includes(values.only))
    .flatMap((file) => {
      const own = testsOf(file, tests)
      if (own.length === 0) throw new Error(`no test of the subject loads ${file}`)
      return mutantsIn(subject, file).map((mutant) => ({ mutant, tests: own }))
    })
  const unchanged = { start: 0, end: 0, after: '', before: '', line: 0 }
  const first = [...new Map(jobs.map((job) => [job.mutant.file, job])).values()]
  const control = first.map(({ mutant, tests }) => ({ mutant: { ...mutant, ...unchanged }, tests }))
  const outcomes = await playMutants([...control, ...jobs], { log: (text) => process.stderr.write(text) })
  process.stderr.write('\n')
  for (const [n, { mutant }] of control.entries())
    if (outcomes[n] !== 'survived') throw new Error(`the tests of ${mutant.file} fail without any change`)
  return jobs.map(({ mutant }, n) => ({ mutant, outcome: outcomes[control.length + n] ?? 'survived' }))
}

const takeAway = await prepareCluster()
let isWrong = false
for (const subject of subjects) {
  if (positionals.length > 0 && !positionals.includes(subject.name)) continue
  const startedAtMs = performance.now()
  const played = await play(subject)
  console.log(`\n${subject.name}`)
  for (const [file, all] of Map.groupBy(played, ({ mutant }) => mutant.file)) {
    const survived = all.filter(({ outcome }) => outcome === 'survived')
    console.log(`  ${file}: ${all.length - survived.length} of ${all.length} killed`)
    const source = readFileSync(file, 'utf8')
    for (const { mutant } of survived) {
      const name = nameOf(mutant, source)
      const reason = Object.hasOwn(survivors, name) ? survivors[name] : undefined
      isWrong ||= reason === undefined
      console.log(
        `    ${mutant.line}: ${reason === undefined ? 'NOT LISTED ' : ''}${name}${reason ? ` (${reason})` : ''}`,
      )
    }
    for (const { mutant, outcome } of all)
      if (outcome !== 'survived' && Object.hasOwn(survivors, nameOf(mutant, source))) {
        console.log(`    ${mutant.line}: is killed, and listed: ${nameOf(mutant, source)}`)
        isWrong = true
      }
  }
  const killed = played.filter(({ outcome }) => outcome !== 'survived').length
  const share = played.length === 0 ? 1 : killed / played.length
  const seconds = Math.round((performance.now() - startedAtMs) / 1000)
  console.log(`  ${(share * 100).toFixed(1)} % of ${played.length} mutants killed, in ${seconds} s`)
  isWrong ||= share < LEAST_KILLED
}
takeAway?.()
process.exit(isWrong ? 1 : 0)
