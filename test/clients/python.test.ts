import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { contract, signImageUrl } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksIn } from '#test/guides/blocks.ts'
import { startSample } from './clients-world.ts'
import { expected } from './expected.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const sources = join(root, 'packages', 'python')

let work = ''
let started: Awaited<ReturnType<typeof startSample>>

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'pictable-python-'))
  started = await startSample(join(work, 'data'))
})

afterAll(async () => {
  await started.server.end('SIGTERM')
  rmSync(work, { recursive: true, force: true })
})

async function python(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: sources,
    PYTHONDONTWRITEBYTECODE: '1',
    PICTABLE_URL: started.server.url,
    PICTABLE_KEY: started.apiKey,
  }
  return run('python3', ['-W', 'error', ...args], { cwd: work, env, timeout: 200_000 })
}

describe('the Python client', () => {
  test('renders, runs, signs and verifies as the one in TypeScript', async () => {
    const { stdout } = await python(join(import.meta.dirname, 'exercise.py'))
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  test('does what its README shows', async () => {
    const readme = readFileSync(join(root, 'packages', 'python', 'README.md'), 'utf8')
    const programs = blocksIn(readme).filter(({ language }) => language === 'python')
    const opened = 'from urllib.request import urlopen\nprint(urlopen(url).status)'
    const code = [...programs.map((block) => block.code), opened].join('\n')
    writeFileSync(join(work, 'readme.py'), code.replaceAll('http://127.0.0.1:4400', started.server.url))
    const { stdout } = await python('readme.py')
    expect(stdout).toMatch(/\/images\/img_.*\.pdf\n/)
    expect(stdout).toMatch(/ rendered, 1 failed\n/)
    expect(stdout).toContain('400 invalid_request The request is invalid\n')
    expect(stdout).toContain('/modifications/0/name There is no layer named "Titel".')
    expect(stdout).toMatch(/200\n$/)
    expect(readFileSync(join(work, 'hello.png')).subarray(1, 4).toString()).toBe('PNG')
  })

  test('has every endpoint of the contract', async () => {
    const endpoints = Object.values(contract).flatMap((collection) => Object.values(collection))
    const count = `
import inspect
from pictable import Client
client = Client("http://127.0.0.1:9")
collections = [value for name, value in vars(client).items() if not name.startswith("_")]
methods = [name for each in collections for name, _ in inspect.getmembers(each, inspect.ismethod) if name != "__init__"]
print(len(collections), len(methods))`
    const { stdout } = await python('-c', count)
    expect(stdout.trim()).toBe(`${Object.keys(contract).length} ${endpoints.length}`)
  })

  test('signs image URLs as the one in TypeScript', async () => {
    const shared = { secret: 'urlsec_1', values: { title: 'Größe & "Übung"', price: 12.5, v: true, '.dot': 'a b' } }
    const url = await signImageUrl({
      ...{ ...shared, baseUrl: 'https://pictable.example.com/', keyId: 'ukey_1', templateId: 'tpl_1' },
      ...{ format: 'jpeg', version: 2, width: 600, expiresAt: new Date(1_800_000_000_000) },
    })
    const { stdout } = await python(
      '-c',
      `
import json, sys
from datetime import UTC, datetime
from pictable import sign_image_url
values = json.loads(sys.argv[1])
print(sign_image_url("https://pictable.example.com/", "tpl_1", values, key_id="ukey_1", secret="urlsec_1",
    format="jpeg", version=2, width=600, expires_at=datetime.fromtimestamp(1_800_000_000, UTC)))`,
      JSON.stringify(shared.values),
    )
    expect(stdout.trim()).toBe(url)
  })

  test('fails clearly, waits and retries: its own tests pass', async () => {
    const { stderr } = await python(
      '-m',
      'unittest',
      'discover',
      '--start-directory',
      join(root, 'packages/python/tests'),
    )
    expect(stderr).toMatch(/Ran \d+ tests[\s\S]*OK/)
  })
})
