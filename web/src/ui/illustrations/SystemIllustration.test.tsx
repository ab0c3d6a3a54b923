import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { SystemIllustration, systemDrawings } from './SystemIllustration.tsx'

// The file's own slugs are read by their lines: the browser's side has no reader of YAML.
const slugs = [
  ...readFileSync(join(import.meta.dirname, '../../../../library/systems.yaml'), 'utf8').matchAll(/^ +slug: (\w+)$/gm),
].map(([, slug]) => slug ?? '')

/** What is drawn inside the frame, without the hatch, whose name differs each time. */
async function drawn(name: string): Promise<string> {
  const { prelude } = await prerender(<SystemIllustration name={name} />)
  const html = await new Response(prelude).text()
  return html.replace(/^[\s\S]*<\/defs>/, '').replaceAll(/url\([^)]*\)/g, 'hatch')
}

test('the systems and sub-systems of the library are found', () => {
  expect(slugs).toContain('brakes')
  expect(slugs).toContain('disc_brakes')
})

test('every system and sub-system of the library has a drawing, and no drawing is left over', () => {
  expect(systemDrawings.toSorted()).toEqual(slugs.toSorted())
})

test('no two drawings are alike, and none is empty', async () => {
  const pictures = await Promise.all(slugs.map(drawn))
  const empty = await drawn('no such system')
  expect(new Set([...pictures, empty, '</svg>']).size).toBe(slugs.length + 2)
  for (const picture of pictures) expect(picture.match(/ d="|<circle|<rect/g)?.length).toBeGreaterThan(1)
})

test('each drawing shows a cut face', async () => {
  for (const slug of slugs) expect(await drawn(slug), slug).toContain('fill="hatch"')
})

test('no drawing leaves its frame by a number that is none', async () => {
  for (const slug of slugs) expect(await drawn(slug), slug).not.toMatch(/NaN|undefined/)
})

test('a small drawing keeps lines that can be seen', async () => {
  const { prelude } = await prerender(<SystemIllustration name="brakes" width={40} />)
  const [, width] = /stroke-width="([\d.]+)"/.exec(await new Response(prelude).text()) ?? []
  expect((Number(width) * 40) / 96).toBeCloseTo(0.85)
})
