/** The code that a person puts into a page of the own website. */

export interface EmbedFrame {
  /** Absolute URL of the embed page. */
  url: string
  title: string
  /** '100%', or pixels. */
  width: string
  height: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const pixels = (size: string) => (size.endsWith('%') ? size : `${size}px`)

/**
 * Returns the style of the frame. One that fits the column in both directions has the proportions of a film with its
 * title below. A fixed one is never wider than its column.
 */
export function frameStyle({ width, height }: Pick<EmbedFrame, 'width' | 'height'>): string {
  const high = height.endsWith('%') ? 'aspect-ratio:16/10' : `height:${pixels(height)}`
  const limit = width.endsWith('%') ? '' : 'max-width:100%;'
  return `width:${pixels(width)};${limit}${high};border:0`
}

/**
 * Returns the code of a frame. The frame's own referrer policy names the website to the embed page, whatever the policy
 * of the page around it.
 */
export const embedCode = (frame: EmbedFrame): string =>
  `<iframe src="${escaped(frame.url)}" title="${escaped(frame.title)}"\n` +
  `  style="${frameStyle(frame)}"\n` +
  `  allow="autoplay; fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"></iframe>`
