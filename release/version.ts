import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest, root, workspaces } from './workspace.ts'

/** Versions are those of semver.org. */
const semver = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** Text that names the version of the image. */
const imageFiles = ['*compose*.yaml', 'deploy/**/*.yaml', 'docs/guides/docker.md']
const imageTag = /\bpictable:(\d+\.\d+\.\d+[\w.-]*)/g

/** The Python client, which npm does not know. */
const pythonManifest = 'packages/python/pyproject.toml'
const pythonVersion = /^version = "(.+)"$/m

const imagePaths = () => globSync(imageFiles, { cwd: root })
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What has another version than the rest: packages, what they want of each other, and tags of the image. */
function strays(version: string): string[] {
  const all = workspaces()
  const names = new Set(all.map(({ manifest }) => manifest.name))
  const ofPackages = all.flatMap(({ folder, manifest }) => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
      names.has(name),
    )
    return [['version', manifest.version] as const, ...wanted].flatMap(([name, each]) =>
      each === version ? [] : [`${folder}/package.json: ${name} is ${each}`],
    )
  })
  const ofImages = imagePaths().flatMap((path) =>
    [...read(path).matchAll(imageTag)].flatMap(([text, tag]) => (tag === version ? [] : [`${path}: ${text}`])),
  )
  const python = pythonVersion.exec(read(pythonManifest))?.[1]
  return [...ofPackages, ...ofImages, ...(python === version ? [] : [`${pythonManifest}: version is ${python}`])]
}

/** The version that everything has. @throws when something has another one */
export function checkVersions(): string {
  const { version } = readManifest('packages/pictable')
  const others = strays(version)
  if (others.length > 0)
    throw new Error(
      `Not everything is ${version}; "npm run release -- --version ${version}" writes it everywhere:\n  ${others.join('\n  ')}`,
    )
  return version
}

/** Writes a version wherever one is named. */
export function setVersion(version: string): void {
  if (!semver.test(version)) throw new Error(`"${version}" is no version. Write one such as 0.2.0 or 0.2.0-beta.1.`)
  const all = workspaces()
  const names = all.map(({ manifest }) => manifest.name).join('|')
  const own = new RegExp(`("(?:${names}|version)": )"\\d+\\.\\d+\\.\\d+[^"]*"`, 'g')
  for (const { folder } of all) {
    const path = `${folder}/package.json`
    writeFileSync(join(root, path), read(path).replaceAll(own, `$1"${version}"`))
  }
  for (const path of imagePaths())
    writeFileSync(join(root, path), read(path).replaceAll(imageTag, `pictable:${version}`))
  writeFileSync(join(root, pythonManifest), read(pythonManifest).replace(pythonVersion, `version = "${version}"`))
  execFileSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: root,
    stdio: 'inherit',
  })
  console.log(
    `Everything is ${version} now. Write what has changed into CHANGELOG.md, commit, and run "npm run release -- --dry-run".`,
  )
}
