import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actions } from './en/actions.ts'
import { audit } from './en/audit.ts'
import { conditions } from './en/conditions.ts'
import { developers } from './en/developers.ts'
import { editing } from './en/editing.ts'
import { editor } from './en/editor.ts'
import { forms } from './en/forms.ts'
import { images } from './en/images.ts'
import { inspector } from './en/inspector.ts'
import { keys } from './en/keys.ts'
import { settings } from './en/settings.ts'
import { sources } from './en/sources.ts'
import { tableDialogs } from './en/table-dialogs.ts'
import { tables } from './en/tables.ts'
import { versions } from './en/versions.ts'
import { webhooks } from './en/webhooks.ts'
import { en } from './en.ts'

/** Keys that are put together, by how they begin. */
const composed = [
  'forms.kind_',
  'forms.rotate_',
  'forms.delete_',
  'keys.section_',
  'editor.flip_',
  'status.',
  'frame.section_',
  'versions.change_',
  'warning.',
  'inspector.code_',
  'inspector.align_column_',
  'inspector.anchor_',
  'inspector.stack_',
  'runs.count_',
  'images.archive_',
  'actions.tab_',
  'templates.because_',
  'templates.size_',
  'templates.use_',
  'tables.kind_',
  'tables.help_',
  'tables.mode_',
  'sources.step_',
  'settings.tab_',
  'settings.role_',
  'settings.is_',
  'images.field_',
  'actions.deleted_',
  'settings.storage_',
  'settings.assets_kind_',
  'settings.database_',
  'settings.file_',
  'settings.key_',
  'audit.kind_',
  'developers.scope_',
  'developers.tab_',
  'editor.align_',
  'editor.draft_',
  'editor.kind_',
  'editor.merge_',
  'editor.section_',
  'inspector.corner_',
  'inspector.paint_',
  'inspector.section_',
  'inspector.side_',
  'inspector.weight_',
  'versions.value_',
]

const root = join(import.meta.dirname, '..')
const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('strings'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

test('the catalogue holds no text that nothing shows', () => {
  const unused = Object.keys({
    ...en,
    ...actions,
    ...audit,
    ...conditions,
    ...images,
    ...settings,
    ...sources,
    ...tableDialogs,
    ...tables,
    ...developers,
    ...forms,
    ...editor,
    ...editing,
    ...inspector,
    ...keys,
    ...versions,
    ...webhooks,
  }).filter((key) => !composed.some((start) => key.startsWith(start)) && !code.includes(`'${key}'`))
  expect(unused).toEqual([])
})
