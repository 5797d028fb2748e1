import { isOneImage, replacePicture } from '#dashboard/screens/editor/session/insert-actions.ts'
import { arrange, type EditorCommand, edit } from './define-command.ts'
import { canMask, isMasked, maskSelection, removeMasks } from './mask-actions.ts'

/** What is done with pictures, and with the shapes that they fill. */
export const pictureCommands: readonly EditorCommand[] = [
  edit('replace-picture', [], { title: 'editor.replace_picture', isPossible: isOneImage, run: replacePicture }),
  arrange('mask', ['Mod+Alt+m'], { title: 'editor.mask', isPossible: canMask, run: maskSelection }),
  arrange('unmask', ['Mod+Alt+m'], { title: 'editor.unmask', isPossible: isMasked, run: removeMasks }),
]
