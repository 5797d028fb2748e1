import type { FontStyle } from '@pictable/model/font'
import type { FontAxis } from '#core/font/font.ts'
import type { PopularFont } from '#core/font/popular-fonts.ts'

/** A file of a family, as its catalogue names it. */
export interface CatalogFace {
  filename: string
  bytes: Uint8Array
  /** Where the file itself says something else, or nothing. */
  weight?: number
  style?: FontStyle
}

/** A family of Google Fonts. */
export interface GoogleFamily {
  family: string
  category: string
  weights: readonly number[]
  styles: readonly FontStyle[]
  axes: readonly FontAxis[]
  /** English names; null where the catalogue does not say it. */
  scripts: readonly string[] | null
}

/** Where fonts are downloaded from. Each throws an AppError: `not_found`, `fonts_unavailable`, or `invalid_request`. */
export interface FontCatalogs {
  /** The files of a family of the font pack. */
  popular(font: PopularFont): Promise<CatalogFace[]>
  /** The families of Google Fonts that match a text, the best match first. */
  searchGoogle(text: string): Promise<GoogleFamily[]>
  /** The files of a family of Google Fonts, and the family as Google Fonts writes it. */
  google(family: string): Promise<{ family: string; faces: CatalogFace[] }>
}

interface FileRequest {
  url: string
  /** What is called, for messages. */
  service: string
  /** Only where the operator has chosen a mirror of its own with an `http://` URL. */
  allowHttp: boolean
  maxBodyBytes: number
}

/** The body of a file; null when there is none at the URL. @throws AppError `fonts_unavailable` */
export type FetchFontFile = (request: FileRequest) => Promise<Uint8Array | null>
