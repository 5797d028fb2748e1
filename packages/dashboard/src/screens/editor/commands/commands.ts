import { ALIGNMENTS, type Alignment, type LayerId, layerAt, statusOf } from '@pictable/editor'
import { toast } from '#dashboard/api/toast.ts'
import {
  copyByMenu,
  copyStyleOfSelection,
  hasCopiedStyle,
  pasteStyleOnSelection,
} from '#dashboard/screens/editor/clipboard/copy-actions.ts'
import { pasteByMenu } from '#dashboard/screens/editor/clipboard/paste-actions.ts'
import { isWarning, wordsOfDraft } from '#dashboard/screens/editor/drafts/draft-words.ts'
import { copyImage } from '#dashboard/screens/editor/export/export-actions.ts'
import {
  alignSelection,
  detachSelection,
  distributeSelection,
  duplicateSelection,
  flipSelection,
  groupSelection,
  hasLetters,
  matchSize,
  orderSelection,
  removeSelected,
  tidySelection,
  toggleHidden,
  toggleLetters,
  toggleLocked,
  typeOpacity,
  ungroupSelection,
  wrapSelection,
} from '#dashboard/screens/editor/session/arrange-actions.ts'
import { mayCrop, startCrop } from '#dashboard/screens/editor/session/crop-actions.ts'
import { insertInMiddle, pickNewPicture } from '#dashboard/screens/editor/session/insert-actions.ts'
import { isolate, lockOthers } from '#dashboard/screens/editor/session/isolate-actions.ts'
import { lastPointer } from '#dashboard/screens/editor/session/last-pointer.ts'
import { toggleGrid, toggleSafeArea } from '#dashboard/screens/editor/session/page-aids.ts'
import { stepRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import {
  selectAll,
  selectAround,
  selectInside,
  selectOut,
  selectSameKind,
} from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { setSnapping } from '#dashboard/screens/editor/session/snap-switch.ts'
import type { EditorState, Tool } from '#dashboard/screens/editor/session/state.ts'
import {
  fitPage,
  fitSelection,
  stepZoom,
  toggleSource,
  zoomTo,
} from '#dashboard/screens/editor/session/view-actions.ts'
import { setSheet } from '#dashboard/screens/editor/sheet/sheet-switch.ts'
import { canEnterText, enterText } from '#dashboard/screens/editor/typing/enter-text.ts'
import { textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import type { EditorKey } from '#dashboard/strings/editing.ts'
import { isPressed, type Keys, wordsOf } from '#dashboard/ui/fields/keys.ts'
import { arrange, change, type EditorCommand, edit, view } from './define-command.ts'
import { focusPart } from './focus-part.ts'
import { partKeys } from './part-keys.ts'
import { pictureCommands } from './picture-commands.ts'
import { textCommands } from './text-commands.ts'

const hasSelection = ({ selection }: EditorState) => selection.length > 0
const hasOne = ({ selection }: EditorState) => selection.length === 1
const hasSeveral = ({ selection }: EditorState) => selection.length > 1
const hasThree = ({ selection }: EditorState) => selection.length > 2
const hasGroup = ({ document, selection }: EditorState) =>
  selection.some((id) => layerAt(document, id)?.type === 'group')
const hasAnchor = ({ document, selection }: EditorState) =>
  selection.some((id) => layerAt(document, id)?.anchor !== undefined)

/** Does something with the selected layer. */
const ofOne = (act: (session: EditorSession, layer: LayerId) => void) => (session: EditorSession) => {
  const [only] = session.state.selection
  if (only !== undefined) act(session, only)
}

const tool = (name: Tool, key: Keys, title: EditorKey): EditorCommand => ({
  ...{ id: name, section: 'tools', keys: [key], isChange: true, title },
  run: (session) => session.set({ tool: name }),
})

const ALIGN_KEYS: Readonly<Record<Alignment, Keys>> = {
  left: 'Alt+a',
  center: 'Alt+h',
  right: 'Alt+d',
  top: 'Alt+w',
  middle: 'Alt+v',
  bottom: 'Alt+s',
}

/** People press it by habit: the browser would save the page as a file. */
export const SAVE_KEYS = 'Mod+s'

/** Changes are saved by themselves: it says what became of them. Viewers have none. */
function sayDraft({ state: { readDraft, readOnly } }: EditorSession): void {
  const draft = readDraft?.()
  if (!draft || readOnly === 'role' || readOnly === 'phone') return
  const words = wordsOfDraft(draft)
  if (isWarning(statusOf(draft))) toast.noted(words)
  else toast.done(words)
}

const opacities = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

/** Every command, in the order in which lists show them. */
export const commands: readonly EditorCommand[] = [
  edit('undo', ['Mod+z'], {
    title: 'editor.undo',
    isPossible: ({ canUndo }) => canUndo,
    run: (session) => session.undo(),
  }),
  edit('redo', ['Mod+Shift+z', 'Mod+y'], {
    title: 'editor.redo',
    isPossible: ({ canRedo }) => canRedo,
    run: (session) => session.redo(),
  }),
  edit('cut', ['Mod+x'], {
    title: 'editor.cut',
    isOfBrowser: true,
    isPossible: hasSelection,
    run: (session) => copyByMenu(session, { isCut: true }),
  }),
  edit('copy', ['Mod+c'], {
    title: 'editor.copy',
    isOfBrowser: true,
    isChange: false,
    isPossible: hasSelection,
    run: (session) => copyByMenu(session, { isCut: false }),
  }),
  edit('paste', ['Mod+v'], {
    title: 'editor.paste',
    isOfBrowser: true,
    run: (session) => void pasteByMenu(session, null),
  }),
  edit('paste-here', ['Mod+Shift+v'], {
    title: 'editor.paste_here',
    isOfBrowser: true,
    run: (session) => void pasteByMenu(session, lastPointer(session)),
  }),
  edit('copy-style', ['Mod+Alt+c'], {
    title: 'editor.copy_style',
    isChange: false,
    isPossible: hasSelection,
    run: copyStyleOfSelection,
  }),
  edit('paste-style', ['Mod+Alt+v'], {
    title: 'editor.paste_style',
    isPossible: (state) => hasSelection(state) && hasCopiedStyle(),
    run: pasteStyleOnSelection,
  }),
  edit('duplicate', ['Mod+d'], { title: 'editor.duplicate', isPossible: hasSelection, run: duplicateSelection }),
  edit('rename', ['F2'], {
    title: 'editor.rename',
    isPossible: hasOne,
    run: ofOne((session, renamed) => session.set({ renamed })),
  }),
  edit('crop', ['Enter'], {
    title: 'crop.command',
    isPossible: (state) => state.selection.length === 1 && mayCrop(state, state.selection[0]),
    run: (session) => startCrop(session, session.state.selection[0]),
  }),
  edit('edit-text', ['Enter'], {
    title: 'editor.edit_text',
    isPossible: (state) => state.selection.length === 1 && canEnterText(state, state.selection[0] ?? ''),
    run: (session) => enterText(session, session.state.selection[0] ?? ''),
  }),
  ...(['bold', 'italic', 'underline'] as const).map((letters) =>
    edit(letters, partKeys.text[letters].keys, {
      title: `editor.text_${letters}`,
      isPossible: (state) => hasLetters(state, letters),
      run(session) {
        const editor = textEditorOf(session.state)
        if (editor) editor.toggle(letters)
        else toggleLetters(session, letters)
      },
    }),
  ),
  ...textCommands,
  ...pictureCommands,
  view('save', [SAVE_KEYS], { title: 'editor.save', section: 'edit', run: sayDraft }),
  edit('remove', ['Delete', 'Backspace'], { title: 'editor.remove', isPossible: hasSelection, run: removeSelected }),
  view('select-all', ['Mod+a'], { title: 'editor.select_all', section: 'edit', run: selectAll }),
  view('select-same', ['Mod+Alt+a'], {
    ...{ title: 'editor.select_same', section: 'edit', isPossible: hasSelection, run: selectSameKind },
  }),
  view('select-out', ['Escape'], { title: 'editor.select_out', section: 'edit', run: selectOut }),
  view('select-inside', ['Enter'], {
    ...{ title: 'editor.select_inside', section: 'edit', isPossible: hasGroup, run: selectInside },
  }),
  view('select-around', ['Shift+Enter'], {
    title: 'editor.select_around',
    section: 'edit',
    isPossible: ({ entered }) => entered !== null,
    run: selectAround,
  }),
  edit('publish', ['Mod+Enter'], { title: 'editor.publish', run: (session) => session.set({ dialog: 'publish' }) }),
  view('export', ['Mod+Shift+e'], { title: 'editor.export', run: (session) => session.set({ dialog: 'export' }) }),
  view('copy-image', [], { title: 'editor.copy_image', run: (session) => void copyImage(session) }),
  edit('hide', ['Mod+Shift+h'], { title: 'editor.hide', isPossible: hasSelection, run: toggleHidden }),
  edit('lock', ['Mod+Shift+l'], { title: 'editor.lock', isPossible: hasSelection, run: (own) => toggleLocked(own) }),
  edit('isolate', ['Alt+Shift+i'], { title: 'editor.isolate', isPossible: hasOne, run: ofOne(isolate) }),
  edit('lock-others', ['Alt+Shift+l'], { title: 'editor.lock_others', isPossible: hasOne, run: ofOne(lockOthers) }),
  arrange('group', ['Mod+g'], { title: 'editor.group', isPossible: hasSelection, run: groupSelection }),
  arrange('ungroup', ['Mod+Shift+g'], { title: 'editor.ungroup', isPossible: hasGroup, run: ungroupSelection }),
  arrange('wrap', ['Shift+a'], { title: 'editor.wrap', isPossible: hasSelection, run: wrapSelection }),
  arrange('detach', [], { title: 'editor.detach', isPossible: hasAnchor, run: detachSelection }),
  arrange('forward', [']'], {
    title: 'editor.forward',
    isPossible: hasSelection,
    run: (session) => orderSelection(session, 'forward'),
  }),
  arrange('backward', ['['], {
    title: 'editor.backward',
    isPossible: hasSelection,
    run: (session) => orderSelection(session, 'backward'),
  }),
  arrange('front', ['Mod+]', 'Mod+Shift+ArrowUp'], {
    title: 'editor.front',
    isPossible: hasSelection,
    run: (session) => orderSelection(session, 'front'),
  }),
  arrange('back', ['Mod+[', 'Mod+Shift+ArrowDown'], {
    title: 'editor.to_back',
    isPossible: hasSelection,
    run: (session) => orderSelection(session, 'back'),
  }),
  ...ALIGNMENTS.map((alignment) =>
    arrange(`align-${alignment}`, [ALIGN_KEYS[alignment]], {
      title: `editor.align_${alignment}`,
      isPossible: hasSelection,
      run: (session) => alignSelection(session, alignment),
    }),
  ),
  ...(['horizontal', 'vertical'] as const).map((flip) =>
    arrange(`flip-${flip}`, [{ horizontal: 'Shift+h', vertical: 'Shift+v' }[flip]], {
      title: `editor.flip_${flip}`,
      isPossible: hasSelection,
      run: (session) => flipSelection(session, flip),
    }),
  ),
  arrange('angle', ['Alt+r'], {
    title: 'editor.angle_title',
    isPossible: hasSelection,
    run: (session) => session.set({ dialog: 'angle' }),
  }),
  arrange('distribute-horizontal', ['Alt+Shift+h'], {
    title: 'editor.distribute_horizontal',
    isPossible: hasThree,
    run: (session) => distributeSelection(session, 'horizontal'),
  }),
  arrange('distribute-vertical', ['Alt+Shift+v'], {
    title: 'editor.distribute_vertical',
    isPossible: hasThree,
    run: (session) => distributeSelection(session, 'vertical'),
  }),
  arrange('tidy', ['Alt+Shift+t'], { title: 'editor.tidy', isPossible: hasSeveral, run: tidySelection }),
  arrange('match-width', [], {
    title: 'editor.match_width',
    isPossible: hasSeveral,
    run: (session) => matchSize(session, 'width'),
  }),
  arrange('match-height', [], {
    title: 'editor.match_height',
    isPossible: hasSeveral,
    run: (session) => matchSize(session, 'height'),
  }),
  // Before the digits: some layouts have these signs on the keys of digits.
  view('zoom-in', ['+', '='], { title: 'editor.zoom_in', run: (session) => stepZoom(session, 1) }),
  view('zoom-out', ['-'], { title: 'editor.zoom_out', run: (session) => stepZoom(session, -1) }),
  ...opacities.map((digit) =>
    arrange(`opacity-${digit}`, [`Digit${digit}`], {
      title: 'editor.opacity',
      isOnce: true,
      isPossible: hasSelection,
      run: (session) => typeOpacity(session, Number(digit)),
    }),
  ),
  tool('select', 'v', 'editor.tool_select'),
  { ...tool('hand', 'h', 'editor.tool_hand'), isChange: false },
  tool('text', 't', 'editor.tool_text'),
  tool('rectangle', 'r', 'editor.tool_rectangle'),
  tool('ellipse', 'o', 'editor.tool_ellipse'),
  tool('line', 'l', 'editor.tool_line'),
  tool('polygon', 'p', 'editor.tool_polygon'),
  change('tools')('image', ['i'], { title: 'editor.kind_image', run: pickNewPicture }),
  ...(['qr-code', 'barcode'] as const).map((type) =>
    change('tools')(type, [{ 'qr-code': 'q', barcode: 'b' }[type]], {
      title: `editor.kind_${type}`,
      run: (session) => insertInMiddle(session, type),
    }),
  ),
  view('fit', ['Shift+Digit1'], { title: 'editor.zoom_fit', run: fitPage }),
  view('actual', ['Shift+Digit0'], { title: 'editor.zoom_actual', run: (session) => zoomTo(session, 1) }),
  view('fit-selection', ['Shift+Digit2'], {
    title: 'editor.zoom_selection',
    isPossible: hasSelection,
    run: fitSelection,
  }),
  view('snapping', [], {
    title: 'editor.snapping',
    isChange: true,
    run: (session) => setSnapping(session, !session.state.isSnapping),
  }),
  view('source', ['Mod+e'], { title: 'editor.source', run: toggleSource }),
  view('sheet', ['g'], { title: 'data.sheet', run: (session) => setSheet(session, !session.state.hasSheet) }),
  view('rulers', ['Shift+r'], {
    title: 'editor.rulers',
    run: (session) => session.set({ hasRulers: !session.state.hasRulers }),
  }),
  view('guides', ['Alt+g'], {
    title: 'editor.guides',
    isChange: true,
    run: (session) => session.set({ dialog: 'guides', hasRulers: true }),
  }),
  view('grid', [], { title: 'editor.grid', isChange: true, run: toggleGrid }),
  view('safe-area', [], { title: 'editor.safe_area', isChange: true, run: toggleSafeArea }),
  view('page-size', ['Alt+Shift+p'], {
    ...{ title: 'editor.page_size', section: 'edit', isChange: true },
    run: (session) => session.set({ dialog: 'page-size' }),
  }),
  view('record-previous', [','], { title: 'editor.record_previous', run: (session) => stepRecord(session, -1) }),
  view('record-next', ['.'], { title: 'editor.record_next', run: (session) => stepRecord(session, 1) }),
  view('next-part', ['F6'], { title: 'editor.next_part', run: () => focusPart(1) }),
  view('previous-part', ['Shift+F6'], { title: 'editor.previous_part', run: () => focusPart(-1) }),
  view('versions', ['Mod+Alt+s'], { title: 'editor.versions', run: (session) => session.set({ dialog: 'versions' }) }),
  view('help', ['?', 'Mod+/'], { title: 'editor.keys', run: (session) => session.set({ dialog: 'keys' }) }),
]

/** Whether a command is there at all, and would do something. */
export function canRun(command: EditorCommand, state: EditorState): boolean {
  return !(command.isChange && state.readOnly !== null) && (command.isPossible?.(state) ?? true)
}

/** What a key does now: the first command that it belongs to and that would do something. */
export function commandOfKey(event: KeyboardEvent, state: EditorState): EditorCommand | undefined {
  return commands.find(
    (command) =>
      !(command.isOfBrowser || (command.isOnce && event.repeat)) &&
      command.keys.some((keys) => isPressed(event, keys)) &&
      canRun(command, state),
  )
}

const byId = new Map(commands.map((command) => [command.id, command]))

/** One command by its id, for menus and buttons. */
export function commandOf(id: string): EditorCommand {
  const found = byId.get(id)
  if (!found) throw new Error(`there is no command ${id}`)
  return found
}

/** The keys of a command as menus show them; undefined when it has none. */
export function keysOf(id: string): string | undefined {
  const [keys] = commandOf(id).keys
  return keys && wordsOf(keys)
}
