import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRenderGate } from '#core/form/render-gate.ts'
import type { FormState } from '#http/endpoint/server-state.ts'
import type { ServerOptions } from './server.ts'

/** The files of the page are built with the dashboard. */
function filesIn(folder: string): FormState['files'] {
  // An installation has them packed only.
  const names = readdirSync(join(folder, 'assets')).map((name) => name.replace(/\.br$/, ''))
  const find = (pattern: RegExp) => names.find((name) => pattern.test(name))
  const [script, style] = [find(/^form-page-[\w-]+\.js$/), find(/^form-page-[\w-]+\.css$/)]
  return script === undefined || style === undefined ? null : { script: `/assets/${script}`, style: `/assets/${style}` }
}

export function formStateOf({ world, dashboard }: Pick<ServerOptions, 'world' | 'dashboard'>): FormState {
  return {
    gate: createRenderGate(world.renderer.processes),
    files: dashboard === undefined ? null : filesIn(dashboard.folder),
    imageOrigins: dashboard?.imageOrigins ?? [],
  }
}
