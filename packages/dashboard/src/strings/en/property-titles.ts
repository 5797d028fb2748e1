/** Titles of properties whose name does not say it well enough. */
const titles: Readonly<Record<string, string>> = {
  'format.form': 'Show as',
  x: 'X',
  onInvalid: 'If a value is invalid',
  y: 'Y',
  src: 'Picture',
  svg: 'SVG code',
  color: 'Colour',
  colors: 'Colours',
  center: 'Centre',
  fontFamily: 'Font',
  fontSize: 'Size',
  fontWeight: 'Weight',
  fontStyle: 'Style',
  fontVariations: 'Font axes',
  fontFeatures: 'Font features',
  minFontSize: 'Minimum size',
  maxFontSize: 'Maximum size',
  maxLines: 'Maximum lines',
  headerFontFamily: 'Header font',
  headerFontSize: 'Header size',
  headerFontWeight: 'Header weight',
  headerTextFill: 'Header text colour',
  textFill: 'Text colour',
  emptyFill: 'Empty colour',
  eyeFill: 'Eye colour',
  trackFill: 'Track colour',
  lineFill: 'Line colour',
  alternateFill: 'Alternate row background',
  headerFill: 'Header background',
  blendMode: 'Blend mode',
  verticalAlign: 'Vertical alignment',
  focalPoint: 'Focal point',
  zoom: 'Zoom',
  errorLevel: 'Error correction',
  onMissing: 'If missing',
  headerRow: 'First row is the header',
  showHeader: 'Show the header',
  showText: 'Show the value',
  showValues: 'Show values',
  markup: 'Read markup',
  horizontal: 'Horizontal bars',
  axis: 'Grid lines',
  reverse: 'Counterclockwise',
  smooth: 'Smooth lines',
  hyphenate: 'Hyphenate',
  balance: 'Balance lines',
  wrap: 'Wrap',
  clip: 'Clip children',
  circle: 'Crop to circle',
  more: 'Text for omitted rows',
  chart: 'Type',
  safeArea: 'Safe area',
  to: 'Measured from',
  locale: 'Language and region',
  minimumDigits: 'Minimum decimals',
  maximumDigits: 'Maximum decimals',
  startHead: 'Start arrow',
  endHead: 'End arrow',
  headSize: 'Arrow size',
  'format.to': 'Change to',
}

/** What holds where nothing is set, unless that is nothing. */
const absent: Readonly<Record<string, string>> = {
  headerFontFamily: 'As the text',
  headerTextFill: 'As the text',
  eyeFill: 'As the fill',
  language: 'Auto',
  paint: 'Auto',
  // Of a mask, and of an anchor.
  mode: 'Alpha',
  to: 'Box',
}

/** Choices whose name does not say it well enough. */
const choices: Readonly<Record<string, string>> = {
  'h:mm': 'h:mm',
  'h:mm:ss': 'h:mm:ss',
  'h:mm:ss.S': 'h:mm:ss.S',
  'h:mm:ss.SS': 'h:mm:ss.SS',
  'h:mm:ss.SSS': 'h:mm:ss.SSS',
  'ean-13': 'EAN-13',
  'ean-8': 'EAN-8',
  'upc-a': 'UPC-A',
  'itf-14': 'ITF-14',
  'code-128': 'Code 128',
  'code-39': 'Code 39',
  pdf417: 'PDF417',
  ltr: 'Left to right',
  rtl: 'Right to left',
  center: 'Centre',
  butt: 'Flat',
  miter: 'Mitre',
  color: 'Colour',
  'color-dodge': 'Colour dodge',
  'color-burn': 'Colour burn',
  L: 'L, 7%',
  M: 'M, 15%',
  Q: 'Q, 25%',
  H: 'H, 30%',
}

/** `letterSpacing` and `space-between` as people read them. */
function words(name: string): string {
  const apart = name.replace(/[-_]+/g, ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

/** A part of a property may be called otherwise than a property of that name. */
export const titleOf = (name: string, parent?: string): string =>
  titles[`${parent}.${name}`] ?? titles[name] ?? words(name)

/** The same where nothing around it says what it is of: "Font size" in place of "Size". */
export function fullTitleOf(name: string): string {
  const [title, all] = [titleOf(name), words(name)]
  return all.length > title.length ? all : title
}

export const absentOf = (name: string): string | undefined => absent[name]

export const choiceOf = (value: unknown): string => choices[String(value)] ?? words(String(value))
