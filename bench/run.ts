import { parseArgs } from 'node:util'
import { machine, rounded } from '#bench/bench.ts'
import { benches } from '#bench/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    base: { type: 'string' },
  },
})
const bench = benches.find((candidate) => candidate.name === positionals[0])
if (!bench || values.help) {
  console.error('Usage: npm run bench -- <name> [--quick | --long] [--base <commit>]\n')
  for (const { name, summary } of benches) console.error(`  ${name.padEnd(16)} ${summary}`)
  process.exit(values.help ? 0 : 2)
}
const { figures, ratios = {}, failure } = await bench.run(values)
console.log(`\n${bench.name}: ${bench.summary}`)
for (const [key, value] of Object.entries({ ...rounded(figures), ...rounded(ratios) })) {
  console.log(`  ${key.padEnd(44)} ${value.toLocaleString('en').padStart(14)}`)
}
console.log(
  JSON.stringify({ bench: bench.name, ratios: rounded(ratios), figures: rounded(figures), machine: machine() }),
)
if (failure !== undefined) console.error(`\n${bench.name} failed: ${failure}`)
process.exit(failure === undefined ? 0 : 1)
