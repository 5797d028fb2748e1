import { expect, test } from 'vitest'
import { type Family, fontRows, type RowsOf } from './font-rows.ts'

const family = (name: string, installed: Family['installed'] = 'yes'): Family => ({
  ...{ family: name, installed, origin: 'custom', category: null, weights: [400], styles: ['normal'] },
  ...{ axes: [], scripts: null, download_bytes: null },
})

const families = [family('Anton', 'no'), family('Café Sans'), family('Inter'), family('PT Sans', 'partly')]

const shown = (options: Partial<RowsOf> = {}) =>
  fontRows({
    ...{ families, google: [], inTemplate: [], recent: [], sought: '', complete: undefined },
    ...options,
  }).map((row) => (row.kind === 'heading' ? `# ${row.section}` : row.name))

test('fontRows() has sections: in the template, recent, installed, and those to install', () => {
  expect(shown({ inTemplate: ['Inter', 'Gone'], recent: ['Inter', 'PT Sans', 'Deleted'] })).toEqual([
    ...['# in_template', 'Inter', 'Gone', '# recent', 'PT Sans'],
    ...['# all', 'Café Sans', 'Inter', 'PT Sans', '# popular', 'Anton'],
  ])
})

test.each([
  ['cafe', ['# all', 'Café Sans']],
  ['PTSANS', ['# all', 'PT Sans']],
  ['ant', ['# popular', 'Anton']],
  ['.*', []],
])('fontRows() finds "%s"', (sought, expected) => {
  expect(shown({ sought })).toEqual(expected)
})

test('fontRows() shows families of one script and symbols last', () => {
  const bundled = ['Noto Color Emoji', 'Noto Sans Thai', 'Noto Serif'].map((name): Family => {
    return { ...family(name), origin: 'bundled' }
  })
  const all = [...bundled, family('Anton', 'no'), family('Zilla')]
  const end = ['# popular', 'Anton', '# scripts', 'Noto Color Emoji', 'Noto Sans Thai']
  expect(shown({ families: all })).toEqual(['# all', 'Noto Serif', 'Zilla', ...end])
  expect(shown({ families: all, recent: ['Noto Sans Thai'] }).slice(0, 2)).toEqual(['# recent', 'Noto Sans Thai'])
})

test('fontRows() leaves out families that lack a character, and those that are not installed', () => {
  expect(shown({ complete: new Set(['Inter']), inTemplate: ['Café Sans'] })).toEqual(['# all', 'Inter'])
})

test('fontRows() shows what Google Fonts has, without what is installed', () => {
  const google = ['Inter', 'Inter Tight'].map((name) => ({ ...family(name), family: name }))
  expect(shown({ google, sought: 'inter' })).toEqual(['# all', 'Inter', '# google', 'Inter Tight'])
})
