import { type PhotoOf, readPhotos, sameFor, withOwn } from '#bench/render/photos.ts'
import type { Item, Scene, Words } from '#bench/render/scene.ts'

/** Each record has a photo of its own. */
export const ownNames = ['w1', 'w2', 'w3', 'w4'] as const
/** All records show one photo, or the same nine, with other texts. */
export const sameNames = ['w1_same', 'w2_same', 'w4_same'] as const
export const workloadNames = [...ownNames, ...sameNames] as const
export type WorkloadName = (typeof workloadNames)[number]

/** `sceneOf(index)` is the picture of a record; scenes of one workload differ in photos and in texts that vary. */
export interface Workload {
  readonly name: WorkloadName
  readonly title: string
  sceneOf(index: number): Scene
}

const ink = '#17171f'
const grey = '#5b5b68'

type Placing = Pick<Words, 'x' | 'y' | 'width' | 'height'>

function words(name: string, placing: Placing, look: Omit<Words, 'kind' | 'name' | keyof Placing>): Words {
  return { kind: 'words', name, ...placing, ...look }
}

function socialCard(photoOf: PhotoOf, index: number): Scene {
  const column = { x: 620, width: 524 }
  return {
    width: 1200,
    height: 630,
    background: { angle: 150, from: '#fffdf8', to: '#f6efe6' },
    items: [
      { kind: 'photo', name: 'Photo', x: 0, y: 0, width: 560, height: 630, jpeg: photoOf(index) },
      { kind: 'shape', name: 'Pill', x: 620, y: 58, width: 176, height: 44, radius: 22, fill: ink },
      words(
        'Badge',
        { x: 634, y: 68, width: 148, height: 24 },
        { text: 'New arrival', size: 20, weight: 600, color: '#ffffff', align: 'center' },
      ),
      words(
        'Title',
        { ...column, y: 128, height: 210 },
        {
          text: `Made for every day, number ${1000 + index}`,
          size: 64,
          weight: 800,
          color: ink,
          lineHeight: 1.06,
          varies: true,
        },
      ),
      words(
        'Text',
        { ...column, y: 360, height: 120 },
        {
          text: `Stoneware, glazed by hand in batch ${index}, for tables that are used and loved a little more each year.`,
          size: 26,
          weight: 400,
          color: grey,
          lineHeight: 1.4,
          varies: true,
        },
      ),
      { kind: 'shape', name: 'Rule', x: 620, y: 506, width: 524, height: 2, fill: '#dddde0' },
      words(
        'Price',
        { x: 620, y: 528, width: 320, height: 66 },
        { text: `€${(19 + (index % 80)).toFixed(2)}`, size: 54, weight: 800, color: '#ff5a36', varies: true },
      ),
      { kind: 'shape', name: 'Button', x: 950, y: 530, width: 194, height: 56, radius: 28, fill: ink },
      words(
        'Call',
        { x: 950, y: 544, width: 194, height: 28 },
        { text: 'Shop now', size: 22, weight: 600, color: '#ffffff', align: 'center' },
      ),
    ],
  }
}

function productCard(photoOf: PhotoOf, index: number): Scene {
  return {
    width: 1080,
    height: 1080,
    background: '#f3f1ec',
    items: [
      { kind: 'photo', name: 'Photo', x: 40, y: 40, width: 1000, height: 720, radius: 32, jpeg: photoOf(index) },
      words(
        'Title',
        { x: 60, y: 800, width: 700, height: 76 },
        { text: `Model ${1000 + index} in oak`, size: 60, weight: 800, color: ink, varies: true },
      ),
      words(
        'Text',
        { x: 60, y: 890, width: 660, height: 120 },
        {
          text: `Turned and oiled by hand. Piece ${index} of a series that ends with the tree it came from.`,
          size: 28,
          weight: 400,
          color: grey,
          lineHeight: 1.4,
          varies: true,
        },
      ),
      {
        kind: 'shape',
        name: 'Tag',
        x: 800,
        y: 900,
        width: 220,
        height: 100,
        radius: 50,
        fill: { angle: 90, from: '#7a3cff', to: '#ff6a88' },
      },
      words(
        'Price',
        { x: 800, y: 924, width: 220, height: 52 },
        { text: `€${39 + (index % 60)}`, size: 44, weight: 800, color: '#ffffff', align: 'center', varies: true },
      ),
    ],
  }
}

const paragraph =
  'The figures below were read from the instruments at the times given, and are kept with the certificate for as long as the unit is in service. Values outside of the range are repeated once. '

/** A certificate: mostly what stands on each of them, and some values. */
function sheet(index: number): Scene {
  const rows = Array.from({ length: 24 }, (_, row): Item[] => {
    const y = 1240 + row * 76
    return [
      { kind: 'shape', name: `Line ${row}`, x: 200, y: y + 62, width: 2080, height: 2, fill: '#d8d8de' },
      words(
        `Label ${row}`,
        { x: 220, y, width: 1300, height: 50 },
        { text: `Measurement ${row + 1}: deviation from the reference`, size: 38, weight: 400, color: grey },
      ),
      words(
        `Value ${row}`,
        { x: 1560, y, width: 700, height: 50 },
        {
          text: `${((index * 37 + row * 13) % 997) / 10} µm`,
          size: 38,
          weight: 600,
          color: ink,
          align: 'right',
          varies: true,
        },
      ),
    ]
  })
  return {
    width: 2480,
    height: 3508,
    background: '#ffffff',
    items: [
      {
        kind: 'shape',
        name: 'Head',
        x: 0,
        y: 0,
        width: 2480,
        height: 420,
        fill: { angle: 90, from: '#12324f', to: '#2f7f86' },
      },
      words(
        'Heading',
        { x: 200, y: 130, width: 2080, height: 150 },
        { text: 'Certificate of calibration', size: 120, weight: 800, color: '#ffffff' },
      ),
      words(
        'Number',
        { x: 200, y: 520, width: 2080, height: 90 },
        { text: `Unit ${100_000 + index}`, size: 72, weight: 800, color: ink, varies: true },
      ),
      words(
        'Body',
        { x: 200, y: 660, width: 2080, height: 500 },
        { text: paragraph.repeat(3).trim(), size: 42, weight: 400, color: grey, lineHeight: 1.5 },
      ),
      ...rows.flat(),
      words(
        'Foot',
        { x: 200, y: 3180, width: 2080, height: 200 },
        { text: paragraph.trim(), size: 34, weight: 400, color: grey, lineHeight: 1.5 },
      ),
    ],
  }
}

/** Nine products: 40 layers. */
function catalogue(photoOf: PhotoOf, index: number): Scene {
  const tiles = Array.from({ length: 9 }, (_, tile): Item[] => {
    const [x, y] = [40 + (tile % 3) * 380, 180 + Math.floor(tile / 3) * 380]
    return [
      { kind: 'shape', name: `Card ${tile}`, x, y, width: 360, height: 360, radius: 24, fill: '#ffffff' },
      {
        kind: 'photo',
        name: `Photo ${tile}`,
        x: x + 16,
        y: y + 16,
        width: 328,
        height: 240,
        radius: 16,
        jpeg: photoOf(index, tile),
      },
      words(
        `Name ${tile}`,
        { x: x + 20, y: y + 268, width: 320, height: 34 },
        { text: `Piece ${index + tile} of ${tile + 3}`, size: 26, weight: 600, color: ink, varies: true },
      ),
      words(
        `Price ${tile}`,
        { x: x + 20, y: y + 308, width: 320, height: 34 },
        { text: `€${20 + ((index + tile) % 70)}`, size: 26, weight: 800, color: '#ff5a36', varies: true },
      ),
    ]
  })
  return {
    width: 1200,
    height: 1340,
    background: { angle: 160, from: '#eef1f6', to: '#dfe4ee' },
    items: [
      { kind: 'shape', name: 'Band', x: 0, y: 0, width: 1200, height: 140, fill: ink },
      words(
        'Shop',
        { x: 40, y: 44, width: 560, height: 60 },
        { text: 'The autumn table', size: 46, weight: 800, color: '#ffffff' },
      ),
      words(
        'Week',
        { x: 760, y: 54, width: 400, height: 40 },
        { text: `Week ${1 + (index % 52)}`, size: 30, weight: 400, color: '#ffffff', align: 'right', varies: true },
      ),
      ...tiles.flat(),
      words(
        'Foot',
        { x: 40, y: 1312, width: 1120, height: 22 },
        { text: 'Prices include tax. While stocks last.', size: 16, weight: 400, color: grey },
      ),
    ],
  }
}

export async function readWorkloads(): Promise<readonly Workload[]> {
  const { small, large } = await readPhotos()
  return [
    { name: 'w1', title: 'W1 social card 1200x630', sceneOf: (index) => socialCard(withOwn(small), index) },
    {
      name: 'w2',
      title: 'W2 product card 1080x1080, photo of 3 MP',
      sceneOf: (index) => productCard(withOwn(large), index),
    },
    { name: 'w3', title: 'W3 A4 at 300 dpi', sceneOf: sheet },
    { name: 'w4', title: 'W4 catalogue of 40 layers', sceneOf: (index) => catalogue(withOwn(small), index) },
    { name: 'w1_same', title: 'W1, same photo', sceneOf: (index) => socialCard(sameFor(small), index) },
    { name: 'w2_same', title: 'W2, same photo', sceneOf: (index) => productCard(sameFor(large), index) },
    { name: 'w4_same', title: 'W4, same photos', sceneOf: (index) => catalogue(sameFor(small), index) },
  ]
}
