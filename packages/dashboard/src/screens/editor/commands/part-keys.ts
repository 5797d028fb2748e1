import type { KeyTitle } from '#dashboard/strings/keys.ts'
import type { Keys } from '#dashboard/ui/fields/keys.ts'

export interface PartLine {
  readonly title: KeyTitle
  readonly keys: readonly Keys[]
}

/** Keys that are no commands: those of a part of the editor while it has the focus, and what is held with the pointer. */
export const partKeys = {
  pointer: {
    pan: { title: 'keys.pointer_pan', keys: ['Space+drag'] },
    zoom: { title: 'keys.pointer_zoom', keys: ['Mod+wheel'] },
    sideways: { title: 'keys.pointer_sideways', keys: ['Shift+wheel'] },
    enter: { title: 'keys.pointer_enter', keys: ['double-click'] },
    add: { title: 'keys.pointer_add', keys: ['Shift+click'] },
    deepest: { title: 'keys.pointer_deepest', keys: ['Mod+click'] },
    list: { title: 'keys.pointer_list', keys: ['Alt+click'] },
    measure: { title: 'keys.pointer_measure', keys: ['Alt'] },
  },
  drag: {
    axis: { title: 'keys.drag_axis', keys: ['Shift'] },
    copy: { title: 'keys.drag_copy', keys: ['Alt'] },
    free: { title: 'keys.drag_free', keys: ['Mod'] },
    ratio: { title: 'keys.drag_ratio', keys: ['Shift'] },
    centre: { title: 'keys.drag_centre', keys: ['Alt'] },
    content: { title: 'keys.drag_content', keys: ['Mod'] },
    steps: { title: 'keys.drag_steps', keys: ['Shift'] },
    corner: { title: 'keys.drag_corner', keys: ['Alt'] },
    scrub: { title: 'keys.drag_scrub', keys: ['Shift', 'Alt'] },
    stop: { title: 'keys.drag_back', keys: ['Escape'] },
  },
  text: {
    bold: { title: 'keys.text_bold', keys: ['Mod+b'] },
    italic: { title: 'keys.text_italic', keys: ['Mod+i'] },
    underline: { title: 'keys.text_underline', keys: ['Mod+u'] },
    link: { title: 'keys.text_link', keys: ['Mod+k'] },
    undo: { title: 'keys.text_undo', keys: ['Mod+z'] },
    redo: { title: 'keys.text_redo', keys: ['Mod+Shift+z', 'Mod+y'] },
    field: { title: 'keys.text_field', keys: ['{{'] },
    leave: { title: 'keys.text_leave', keys: ['Escape', 'Mod+Enter'] },
  },
  property: {
    bind: { title: 'keys.property_bind', keys: ['Alt+b'] },
    compute: { title: 'keys.property_compute', keys: ['Alt+='] },
    step: { title: 'keys.property_step', keys: ['ArrowUp', 'Shift+ArrowUp', 'Alt+ArrowUp'] },
    restore: { title: 'keys.property_restore', keys: ['Escape'] },
  },
  gradient: {
    move: { title: 'keys.gradient_move', keys: ['ArrowLeft', 'ArrowRight'] },
    far: { title: 'keys.gradient_far', keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
    remove: { title: 'keys.gradient_remove', keys: ['Delete', 'Backspace'] },
  },
  color: {
    move: { title: 'keys.color_move', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
    far: { title: 'keys.color_far', keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
    ends: { title: 'keys.color_ends', keys: ['Home', 'End'] },
  },
  grid: {
    previous: { title: 'keys.grid_previous', keys: ['ArrowUp'] },
    next: { title: 'keys.grid_next', keys: ['ArrowDown'] },
    add: { title: 'keys.grid_add', keys: ['Enter'] },
    up: { title: 'keys.grid_up', keys: ['Alt+ArrowUp'] },
    down: { title: 'keys.grid_down', keys: ['Alt+ArrowDown'] },
  },
  list: {
    move: { title: 'keys.list_move', keys: ['ArrowUp', 'ArrowDown'] },
    far: { title: 'keys.list_far', keys: ['PageUp', 'PageDown'] },
    choose: { title: 'keys.list_choose', keys: ['Enter'] },
    leave: { title: 'keys.list_leave', keys: ['Escape'] },
  },
  source: {
    complete: { title: 'keys.source_complete', keys: ['Ctrl+Space'] },
    height: { title: 'keys.source_height', keys: ['ArrowUp', 'ArrowDown'] },
  },
  tree: {
    order: { title: 'keys.tree_order', keys: ['Alt+ArrowUp', 'Alt+ArrowDown'] },
    nest: { title: 'keys.tree_nest', keys: ['Alt+ArrowRight', 'Alt+ArrowLeft'] },
    add: { title: 'keys.tree_add', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
    open: { title: 'keys.tree_open', keys: ['ArrowRight', 'ArrowLeft'] },
    isolate: { title: 'keys.tree_isolate', keys: ['Alt+click'] },
    rename: { title: 'keys.tree_rename', keys: ['Tab', 'Shift+Tab'] },
  },
  crop: {
    move: { title: 'keys.crop_move', keys: ['ArrowUp', 'Shift+ArrowUp'] },
    zoom: { title: 'keys.crop_zoom', keys: ['+', '-'] },
    apply: { title: 'keys.crop_apply', keys: ['Enter'] },
    cancel: { title: 'keys.crop_cancel', keys: ['Escape'] },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PartLine>>>>
