import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { pictable } from '#test/pictable-command.ts'
import { quickFlags } from '#test/quick-flags.ts'
import { freePort } from '#test/server-process.ts'
import { until } from '#test/until.ts'

let child: ChildProcess | undefined

afterEach(() => child?.kill('SIGKILL'))

/** Starts `pictable docs` as a person does. */
async function startDocs(...args: string[]) {
  const started = spawn(process.execPath, [...quickFlags, 'packages/server/bin/pictable.js', 'docs', ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let said = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => started.once('close', resolve))
  const url = await until(
    () => `it does not start:\n${said}`,
    () => /http:\/\/127\.0\.0\.1:\d+\/docs/.exec(said)?.[0],
  )
  return { started, url, ended, said: () => said }
}

describe('pictable docs', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'serves pages until %s ends it, open connections included',
    async (signal) => {
      const { started, url, ended, said } = await startDocs('--port', '0')
      expect(said()).toMatch(/^\n {2}The documentation is at http\S+\/docs \(Ctrl\+C ends it\)\n\n$/)
      const home = await fetch(url, { headers: { connection: 'keep-alive' } })
      expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await home.text()).toContain('Make your first images')
      expect(await (await fetch(`${url}/guides/http-step`)).text()).toContain('Pipedream')
      expect((await fetch(`${url}/guides/none`)).status).toBe(404)
      started.kill(signal)
      expect(await ended).toBe(0)
      await expect(fetch(url)).rejects.toThrow()
    },
  )

  test('on a port that is taken says which command takes another one', async () => {
    const port = Number(await freePort())
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
    const { code, said } = await pictable(['docs', '--port', String(port)], {})
    await new Promise((resolve) => taken.close(resolve))
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`${port} .*in use.*pictable docs --port \\d+`, 's'))
  })
})
