/** Command keys take the place of Control, and Option that of Alt. */
export const isMac = navigator.platform.startsWith('Mac')
