const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Elements that are drawn, or that others refer to. */
export const elementNames = words(`
  svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker filter
  feBlend feColorMatrix feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite feConvolveMatrix
  feDiffuseLighting feSpecularLighting feDistantLight fePointLight feSpotLight feDisplacementMap feDropShadow feFlood
  feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile feTurbulence`)

/** Elements without which a still picture is the same. */
export const silentlyDropped = /^(animate.*|set|mpath|discard|view|cursor|title|desc|metadata)$/

export const shapeNames = words('path rect circle ellipse line polyline polygon')

/** Properties that may stand in attributes and in CSS. */
export const propertyNames = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
  font-size font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color
  marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering
  stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-rendering transform unicode-bidi visibility
  word-spacing writing-mode`)

const geometry = words(`
  amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
  filterUnits fr fx fy gradientTransform gradientUnits height href id in in2 intercept k1 k2 k3 k4 kernelMatrix
  kernelUnitLength lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits method
  mode numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points
  pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry
  scale seed side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
  surfaceScale systemLanguage tableValues targetX targetY textLength type values viewBox width x x1 x2 xChannelSelector
  y y1 y2 yChannelSelector z`)

/** Attributes that are kept; `class` and `style` only until their properties have become attributes. */
export const attributeNames: ReadonlySet<string> = new Set([...geometry, ...propertyNames, 'class', 'style'])
