// `npm pack` runs this before (prepack) and after (postpack) it makes the tarball. Node runs the TypeScript of the
// repository as it is, but strips no types inside node_modules: the tarball holds JavaScript and declarations, and a
// package.json that points at them.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const folder = import.meta.dirname
const manifest = join(folder, 'package.json')
const original = join(folder, 'package.source.json')
const dist = join(folder, 'dist')
const stage = join(dist, 'stage')

/** Copies the sources with relative imports only, which the compiler rewrites to `.js`. */
function stageSources() {
  for (const path of globSync('**/*.ts', { cwd: join(folder, 'src') })) {
    if (/\.test\.ts$|\.test-kit\.ts$|-fixture\.ts$/.test(path)) continue
    const up = relative(dirname(path), '.') || '.'
    const source = readFileSync(join(folder, 'src', path), 'utf8')
    mkdirSync(dirname(join(stage, path)), { recursive: true })
    writeFileSync(join(stage, path), source.replaceAll(/'#renderer\//g, `'${up}/`))
  }
}

function build() {
  rmSync(dist, { recursive: true, force: true })
  stageSources()
  execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' })
  rmSync(stage, { recursive: true })
}

function pointAtBuild() {
  const source = readFileSync(manifest, 'utf8')
  writeFileSync(original, source)
  const {
    imports: _,
    scripts: __,
    ...packed
  } = JSON.parse(source.replaceAll(/"\.\/src\/([^"*]+)\.ts"/g, '"./dist/$1.js"'))
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}

function restore() {
  if (existsSync(original)) renameSync(original, manifest)
}

restore()
if (process.argv[2] === 'prepack') {
  build()
  pointAtBuild()
}
