import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { fontFiles } from '#bench/render/fonts.ts'
import type { Peer } from '#bench/render/peer.ts'
import type { Fill, Item, Photo, Scene, Words } from '#bench/render/scene.ts'

/** As in CSS. */
function styleOf(context: SKRSContext2D, fill: Fill, box: { x: number; y: number; width: number; height: number }) {
  if (typeof fill === 'string') return fill
  const angle = (fill.angle * Math.PI) / 180
  const [x, y] = [Math.sin(angle), -Math.cos(angle)]
  const half = (Math.abs(box.width * x) + Math.abs(box.height * y)) / 2
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const gradient = context.createLinearGradient(
    middleX - x * half,
    middleY - y * half,
    middleX + x * half,
    middleY + y * half,
  )
  gradient.addColorStop(0, fill.from)
  gradient.addColorStop(1, fill.to)
  return gradient
}

function drawWords(context: SKRSContext2D, item: Words): void {
  const { x, y, width, text, size, weight, color, align = 'left', lineHeight = 1.2 } = item
  context.font = `${weight} ${size}px Bench`
  context.fillStyle = color
  context.textAlign = align
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && context.measureText(longer).width > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  const left = { left: x, center: x + width / 2, right: x + width }[align]
  // The letters of Inter reach 0.97 above and 0.24 below the line.
  const baseline = y + (size * lineHeight) / 2 + size * 0.364
  lines.forEach((line, index) => {
    context.fillText(line, left, baseline + index * size * lineHeight)
  })
}

async function drawPhoto(context: SKRSContext2D, { x, y, width, height, jpeg, radius = 0 }: Photo): Promise<void> {
  const image = await loadImage(jpeg)
  const ratio = Math.max(width / image.width, height / image.height)
  const [keptWidth, keptHeight] = [width / ratio, height / ratio]
  context.save()
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.clip()
  const [left, top] = [(image.width - keptWidth) / 2, (image.height - keptHeight) / 2]
  context.drawImage(image, left, top, keptWidth, keptHeight, x, y, width, height)
  context.restore()
}

async function draw(context: SKRSContext2D, item: Item): Promise<void> {
  if (item.kind === 'photo') return drawPhoto(context, item)
  if (item.kind === 'words') return drawWords(context, item)
  context.fillStyle = styleOf(context, item.fill, item)
  context.beginPath()
  context.roundRect(item.x, item.y, item.width, item.height, item.radius ?? 0)
  context.fill()
}

async function drawScene(context: SKRSContext2D, scene: Scene): Promise<void> {
  const { width, height, background, items } = scene
  context.fillStyle = styleOf(context, background, { x: 0, y: 0, width, height })
  context.fillRect(0, 0, width, height)
  for (const item of items) await draw(context, item)
}

/** The canvas and its own encoders, as a person would write it for one picture. */
export const byHand: Peer = {
  async open({ sceneOf }) {
    for (const { path } of fontFiles) GlobalFonts.registerFromPath(path, 'Bench')
    return {
      async paint(index, format) {
        const scene = sceneOf(index)
        const canvas = createCanvas(scene.width, scene.height)
        await drawScene(canvas.getContext('2d'), scene)
        if (format === 'png') return canvas.encode('png')
        return canvas.encode(format, format === 'jpeg' ? 85 : 80)
      },
    }
  },
}
