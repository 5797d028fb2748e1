import { createRenderGate } from '#core/form/render-gate.ts'
import type { FormState } from '#http/endpoint/server-state.ts'
import { fileNames } from './page-files.ts'
import type { ServerOptions } from './server.ts'

/** The files of the page are built with the dashboard. */
function filesIn(folder: string): FormState['files'] {
  const names = [...fileNames(folder)]
  const find = (pattern: RegExp) => names.find((name) => pattern.test(name))
  const [script, style] = [find(/^assets\/form-page-[\w-]+\.js$/), find(/^assets\/form-page-[\w-]+\.css$/)]
  return script === undefined || style === undefined ? null : { script: `/${script}`, style: `/${style}` }
}

export function formStateOf({ world, dashboard }: Pick<ServerOptions, 'world' | 'dashboard'>): FormState {
  return {
    gate: createRenderGate(world.renderer.processes),
    files: dashboard === undefined ? null : filesIn(dashboard.folder),
    imageOrigins: dashboard?.imageOrigins ?? [],
  }
}
