/**
 * Makes a release, and publishes it. `npm run release -- --dry-run` does everything but publish, `npm run release -- --version 0.2.0` writes
 * the next version wherever it is named.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { notesOf } from './notes.ts'
import { type Packed, packAll } from './pack.ts'
import { proveLibraries, provePictable } from './prove.ts'
import { checkVersions, setVersion } from './version.ts'
import { root } from './workspace.ts'

const { values: options } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, version: { type: 'string' } },
})
// npm keeps the option for itself where `--` is missing.
const isDry = options['dry-run'] === true || process.env.npm_config_dry_run === 'true'
// The npm that packs and installs is to do both.
delete process.env.npm_config_dry_run
const folder = join(root, 'out', 'release')

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function sizesOf(packed: readonly Packed[]): string {
  return packed
    .map(({ name, packedBytes, unpackedBytes }) => {
      return `  ${name.padEnd(20)} ${megabytes(packedBytes).padStart(8)}, unpacked ${megabytes(unpackedBytes)}`
    })
    .join('\n')
}

/** What is published has to be what is committed. */
function refuseUncommitted(): void {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (changes !== '') throw new Error(`There are changes that are not committed:\n${changes}`)
}

function publish(packed: readonly Packed[], version: string): void {
  for (const { path } of packed)
    execFileSync('npm', ['publish', path, '--access', 'public'], { cwd: folder, stdio: 'inherit' })
  console.log(`Published. Now tag the commit, and use out/release/notes.md as the text of the release:
  git tag -a v${version} -m "Pictable ${version}" && git push origin v${version}`)
}

async function release(): Promise<void> {
  const version = checkVersions()
  const notes = notesOf(version, { isDry })
  if (!isDry) refuseUncommitted()
  console.log(`Packing Pictable ${version} …`)
  const packed = await packAll(folder)
  writeFileSync(join(folder, 'notes.md'), notes)
  console.log(sizesOf(packed))
  console.log('Installing and using it in empty folders …')
  const { installedBytes } = await provePictable(packed)
  console.log(`  pictable ${' '.repeat(11)} ${megabytes(installedBytes).padStart(8)} installed, made its first images`)
  await proveLibraries(packed)
  if (!isDry) return publish(packed, version)
  const names = packed.map(({ path }) => `  ${relative(root, path)}`).join('\n')
  console.log(`Dry run: nothing was published. Without --dry-run, these would be:\n${names}`)
}

try {
  if (options.version === undefined) await release()
  else setVersion(options.version)
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
