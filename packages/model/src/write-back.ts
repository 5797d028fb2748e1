/** `replace` removes the files of a cell after the new one is stored; `append` keeps them. */
export const attachmentModes = ['replace', 'append'] as const

export type AttachmentMode = (typeof attachmentModes)[number]
