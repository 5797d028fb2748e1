import { loadExpressions } from '@pictable/renderer/template'

const written = /\{\{|"expression":/

/** Loads what reads expressions when this JSON may have some. Undefined: there is nothing to wait for. */
export function expressionsOf(json: unknown): Promise<void> | undefined {
  return written.test(JSON.stringify(json)) ? loadExpressions() : undefined
}
