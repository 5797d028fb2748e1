import { type EditorCommand, edit } from './define-command.ts'
import { alignText, fitBoxes, growLetters, hasProperty, hasText } from './text-actions.ts'

const ALIGN_TEXT = { start: 'Mod+Alt+l', center: 'Mod+Alt+t', end: 'Mod+Alt+r', justify: 'Mod+Alt+j' } as const

/** What people of other design tools press for texts. */
export const textCommands: readonly EditorCommand[] = [
  edit('letters-larger', ['Mod+>'], {
    title: 'editor.letters_larger',
    isPossible: (state) => hasProperty(state, 'fontSize'),
    run: (session) => growLetters(session, 1),
  }),
  edit('letters-smaller', ['Mod+<'], {
    title: 'editor.letters_smaller',
    isPossible: (state) => hasProperty(state, 'fontSize'),
    run: (session) => growLetters(session, -1),
  }),
  ...(['start', 'center', 'end', 'justify'] as const).map((align) =>
    edit(`text-${align}`, [ALIGN_TEXT[align]], {
      title: `editor.align_text_${align}`,
      isPossible: hasText,
      run: (session) => alignText(session, align),
    }),
  ),
  edit('fit-box', ['Alt+Shift+f'], { title: 'editor.fit_box', isPossible: hasText, run: fitBoxes }),
]
