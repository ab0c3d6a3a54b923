/** An import of these files would be a chunk that the portal shares, and the page would load the portal with it. */
const inter = new URL(
  '../../../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
)
const heebo = new URL(
  '../../../../../node_modules/@fontsource-variable/heebo/files/heebo-hebrew-wght-normal.woff2',
  import.meta.url,
)

/**
 * Loads the portal's typeface after the page is readable. The style names a system font of the same widths before it,
 * so that nothing moves when it arrives; where it does not arrive, that one stays.
 */
export function loadFonts(): void {
  const load = (family: string, url: URL) =>
    new FontFace(family, `url(${url.href})`, { weight: '100 900' }).load().then((face) => document.fonts.add(face))
  const wanted = [load('Inter Variable', inter)]
  if (document.documentElement.lang.startsWith('he')) wanted.push(load('Heebo Variable', heebo))
  for (const font of wanted) void font.catch(() => undefined)
}
