import type { Sharp } from 'sharp'
import type { z } from 'zod/mini'

/** From the least time to the smallest file. Pixels of lossless formats are equal. */
export const efforts = ['fast', 'balanced', 'small'] as const
export type Effort = (typeof efforts)[number]

/** A file format. */
export interface OutputKind {
  readonly name: string
  readonly mediaType: string
  readonly extension: string
  /** What a job may set, each with a fast default. */
  readonly settings: z.ZodMiniType
  /** What an effort changes in the defaults. */
  readonly ofEffort?: Partial<Record<Effort, Readonly<Record<string, unknown>>>>
}

/** A format of pixels. */
export interface PictureKind extends OutputKind {
  /** Longest side the format can hold. */
  readonly maxSidePx: number
  /** Reads the settings and makes the encoder. */
  encoder(settings: unknown): Encoder
}

/** `photoShare` is the part of the picture that photographs cover, 0 to 1. */
export type Encoder = (picture: Sharp, photoShare: number) => Sharp

/** Makes a format of pixels from its settings and how it encodes; a picture on a closed ground has no alpha. */
export function defineFormat<Name extends string, Settings extends z.ZodMiniType>(
  format: Omit<PictureKind, 'name' | 'settings' | 'ofEffort' | 'encoder'> & {
    readonly name: Name
    readonly settings: Settings
    readonly ofEffort?: Partial<Record<Effort, Readonly<Partial<z.input<Settings>>>>>
    readonly encode: (picture: Sharp, settings: z.output<Settings>, photoShare: number) => Sharp
  },
) {
  const { encode, ...rest } = format
  const encoder = (settings: unknown): Encoder => {
    const parsed = format.settings.parse(settings)
    return (picture, photoShare) => encode(picture, parsed, photoShare)
  }
  return { ...rest, encoder }
}
