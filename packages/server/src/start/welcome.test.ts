import { expect, test } from 'vitest'
import { firstStepsText } from './welcome.ts'

test('the lines to try name their action, in a comment of one line', () => {
  const ids = { url: 'http://127.0.0.1:4400', actionId: 'act_1', templateId: 'tpl_1' }
  const lines = firstStepsText({ ...ids, actionTitle: 'Spring\nrm -rf "$HOME"' }).split('\n')
  expect(lines).toContain('    # the action "Spring\\nrm -rf \\"$HOME\\"": its status, then a run of every record')
})
