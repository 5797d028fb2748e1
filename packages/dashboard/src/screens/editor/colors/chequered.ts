/** A chequered ground shows through what is not opaque. */
export const chequered =
  'bg-clip-padding bg-[conic-gradient(#bbb_25%,#fff_0_50%,#bbb_0_75%,#fff_0)] bg-[length:8px_8px] forced-color-adjust-none'

/** The same as a background of CSS. */
export const chequers = 'conic-gradient(#bbb 25%, #fff 0 50%, #bbb 0 75%, #fff 0) 0 0 / 8px 8px'
