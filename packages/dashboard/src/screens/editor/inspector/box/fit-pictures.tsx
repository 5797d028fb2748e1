import type { ReactNode } from 'react'

const box = <rect x="5" y="4" width="26" height="13" rx="1.5" />
const words = (...lines: readonly (readonly [y: number, end: number])[]) =>
  lines.map(([y, end]) => <path key={y} d={`M8 ${y}H${end}`} />)
const blocks = (width: number) => (
  <>
    <rect x="8" y="7" width={width} height="3" fill="currentColor" stroke="none" />
    <rect x="8" y="11.5" width={width} height="3" fill="currentColor" stroke="none" />
  </>
)
const taller = (
  <>
    <path d="M5 17v4.5M31 17v4.5M5 23h26" strokeDasharray="2 2" />
    <path d="M18 15v6m-2.5-2.5L18 21l2.5-2.5" />
  </>
)

/** Of words, and of the layers in a group. */
const pictures: Readonly<Record<string, ReactNode>> = {
  overflow: [box, words([8, 28], [12.5, 28], [21, 24])],
  shrink: [box, words([7, 22], [9.5, 24], [12, 22], [14.5, 20])],
  truncate: [box, words([8, 28], [12.5, 20]), <path key="dots" d="M22.5 12.5h.01M25.5 12.5h.01M28.5 12.5h.01" />],
  grow: [box, words([8, 28], [12.5, 28]), taller],
  fixed: [box, blocks(9)],
  hug: [<rect key="hug" x="5" y="4" width="18" height="13.5" rx="1.5" />, blocks(12)],
}

/** A box and what is in it. */
export function FitPicture({ fit }: { fit: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 36 26"
      className="h-6.5 w-9 fill-none stroke-current stroke-[1.4]"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {pictures[fit]}
    </svg>
  )
}
