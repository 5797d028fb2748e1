import type { Template } from './template.ts'

/** Why no action can run with a template of which no version was published, and what to do. */
export function notPublished({ name, latestVersion }: Pick<Template, 'name' | 'latestVersion'>) {
  return {
    code: 'conflict' as const,
    message: `The template "${name}" has no published version. Publish version ${latestVersion}, then start the run again.`,
  }
}
