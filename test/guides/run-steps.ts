import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Step } from '#test/guides/blocks.ts'
import { jsonDifference, textDifference } from '#test/guides/difference.ts'

const root = join(import.meta.dirname, '..', '..')

/** As a newcomer has it: npm has put the programs of this repository, its Node among them, on that of this process. */
export const newcomersPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !/[\\/]node_modules([\\/]|$)/.test(folder))
  .join(delimiter)

interface Printed {
  exitCode: number
  stdout: string
  stderr: string
}

/** Plain text is compared as a terminal shows it; JSON is what a pipe gets. */
function errorsOf(shown: Step['shown'], index: number): string {
  return shown?.language === 'text' ? '&1' : ` .printed/${index}.err`
}

/** Starts it, as in a terminal of its own, and waits until it prints what it is to, for at most two minutes. */
function startedScript(code: string, until: string, out: string): string {
  const isThere = `grep --quiet --fixed-strings '${until}' ${out}`
  const wait = `for _ in $(seq 1200); do ${isThere} && break; kill -0 $! || break; sleep 0.1; done`
  return `{\n${code}\n} > ${out} 2>&1 &\n${wait} 2> .printed/ended\n${isThere}`
}

/** One bash for all steps, as a reader has one terminal; what each prints goes to files of its own. */
function scriptOf(steps: readonly Step[]): string {
  const parts = steps.map(({ command, until, shown }, index) => {
    const out = `.printed/${index}.out`
    const run =
      until === undefined
        ? `{\n${command.code}\n} > ${out} 2>${errorsOf(shown, index)}`
        : startedScript(command.code, until, out)
    return `${run}\necho $? > .printed/${index}.code`
  })
  return ['mkdir .printed', ...parts].join('\n')
}

async function readPrinted(folder: string, index: number): Promise<Printed> {
  const read = (ending: string) => readFile(join(folder, '.printed', `${index}.${ending}`), 'utf8').catch(() => '')
  const [code, stdout, stderr] = await Promise.all([read('code'), read('out'), read('err')])
  return { exitCode: code === '' ? -1 : Number(code), stdout, stderr }
}

export const anyRejection = (answer: string) => answer.includes('urn:pictable:problem:')

function differencesOf({ shown, isRefused = anyRejection }: Step, { stdout, stderr }: Printed): string[] {
  if (shown?.language === 'text') return textDifference(shown.code, stdout)
  if (shown?.language !== 'json') return isRefused(stdout) ? [`refused: ${stdout}`] : []
  try {
    return jsonDifference(JSON.parse(shown.code), JSON.parse(stdout))
  } catch (error) {
    return [`${String(error)}: ${stdout}${stderr}`]
  }
}

function failuresOf(step: Step, printed: Printed): string[] {
  const { command, exitCode } = step
  const where = `line ${command.line}`
  if (printed.exitCode === -1) return [`${where}: was not reached`]
  if (printed.exitCode !== exitCode) {
    return [`${where}: ended with ${printed.exitCode} instead of ${exitCode}: ${printed.stdout}${printed.stderr}`]
  }
  return differencesOf(step, printed).map((difference) => `${where}: ${difference}`)
}

/** What is still running when the shell ends, such as a server, would write into the folder while it is removed. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left.
  }
}

/**
 * Runs the commands of a page in an empty folder that has what lies in a clone of the repository.
 * @returns where the page tells something else than what happens
 */
export async function runSteps(
  steps: readonly Step[],
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pictable-guide-'))
  try {
    // some commands write beside what they read
    await cp(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
    for (const name of ['node_modules', 'package.json', 'packages', 'test']) {
      await symlink(join(root, name), join(folder, name))
    }
    const bash = spawn('bash', ['-c', scriptOf(steps)], {
      cwd: folder,
      env: {
        PATH: newcomersPath,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: process.env.HOME,
        npm_config_loglevel: 'error',
        ...environment,
      },
      stdio: 'ignore',
      detached: true,
      timeout: 230_000,
    })
    await new Promise((resolve, reject) => {
      bash.once('error', reject)
      bash.once('exit', resolve)
    })
    endGroup(bash.pid)
    const printed = await Promise.all(steps.map((_, index) => readPrinted(folder, index)))
    return steps.flatMap((step, index) => failuresOf(step, printed[index] ?? { exitCode: -1, stdout: '', stderr: '' }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
