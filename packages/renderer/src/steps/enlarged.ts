import type { Pictured } from '#renderer/model/filled-layer.ts'
import type { Drawable, ImageRequest } from '#renderer/model/layer-kind.ts'
import type { LoadedImage, LoadedPictures } from './load.ts'

interface Showing {
  readonly drawable?: Drawable | undefined
  /** Pixels of the output per pixel of the template. */
  readonly scale: number
}

/** With how many times the pixels that it has the picture is drawn that is enlarged most; undefined: none is. */
export function enlargedOf(
  { content }: Pick<Pictured, 'content'>,
  loaded: LoadedPictures | undefined,
  showing: Showing,
): number | undefined {
  const paints = [...(content?.paints ?? [])].map(([paint, request]) => [request, loaded?.paints.get(paint)] as const)
  const all = content?.image ? [[content.image, loaded?.image] as const, ...paints] : paints
  const most = Math.max(0, ...all.map(([request, image]) => factorOf(request, image, showing)))
  return most > 1 ? Math.round(most * 100) / 100 : undefined
}

/** 0 for what has no pixels of its own, as a drawing. */
function factorOf(request: ImageRequest, image: LoadedImage | undefined, { drawable, scale }: Showing): number {
  const natural = image?.pixels?.natural
  if (!natural) return 0
  const box = request.isWhole && drawable ? drawable : request
  const [across, down] = [(box.width * scale) / natural.width, (box.height * scale) / natural.height]
  if (request.fit === 'contain') return Math.min(across, down)
  return Math.max(across, down) * (request.fit === 'cover' ? (request.zoom ?? 1) : 1)
}
