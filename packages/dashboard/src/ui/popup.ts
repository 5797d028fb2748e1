/** Of what opens over the page. */
export const popupClass =
  'floats max-h-(--available-height) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-float outline-none'

/** Of one line in it. */
export const itemClass =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2.5 py-1 outline-none data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft'
