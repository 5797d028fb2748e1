import { MAX_OUTPUTS } from '@pictable/model/output-limits'
import type { ActionDraft, OutputDraft } from './action-draft.ts'

/** Another size of the first output, with a name that is free. */
export function newOutput({ template_id, output_name: first, more, output }: ActionDraft): OutputDraft {
  const taken = new Set([first, ...more.map(({ name }) => name)].map((name) => name.toLowerCase()))
  const names = Array.from({ length: MAX_OUTPUTS + 1 }, (_, index) => `size ${index + 2}`)
  const name = names.find((one) => !taken.has(one)) ?? ''
  return { name, template_id, template_by: null, output: { formats: output.formats }, write_back: {} }
}
