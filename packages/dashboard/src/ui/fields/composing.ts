/** The key belongs to an input method: Enter takes what it offers. Safari ends the composition before it sends that key. */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
