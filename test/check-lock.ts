import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Finds, offline, what makes `npm ci` fail later: platform binaries that a release names but the lock file lacks, and versions that float. */

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      devDependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

/** Node looks for a dependency beside the package, then in every folder above. */
function isLocked(from: string, name: string): boolean {
  for (let path = from; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    if (packages[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`]) return true
    if (path === '') return false
    if (!path.includes('/node_modules/')) path = ''
  }
}

const problems: string[] = []
for (const [path, entry] of Object.entries(packages)) {
  const installed = path.includes('node_modules/')
  if (installed && !entry.link && !entry.integrity) problems.push(`${path} has no integrity`)
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) problems.push(`${path || 'the project'} wants ${name}, which is not in the lock file`)
  }
  if (installed) continue
  const direct = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }
  for (const [name, version] of Object.entries(direct)) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      problems.push(`${path || 'package.json'}: pin ${name} exactly, not "${version}"`)
  }
}

if (problems.length > 0) {
  console.error(
    `The lock file has gaps; install the named packages again or choose a complete release:\n  ${problems.join('\n  ')}`,
  )
  process.exit(1)
}
console.log(`lock file: ${Object.keys(packages).length} packages, no gaps`)
