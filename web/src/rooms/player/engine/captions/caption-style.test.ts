import { expect, test } from 'vitest'
import { captionRoom, captionSize } from './captions.ts'
import { firstCaptionStyle, readCaptionStyle, sizeFactor } from './caption-style.ts'

test('caption style: reads back stored size, colour, background and position', () => {
  const kept = { size: 'largest', colour: 'yellow', ground: 'black', place: 'top' } as const
  expect(readCaptionStyle(JSON.stringify(kept))).toEqual(kept)
})

test('caption style: unknown or invalid entries use the default', () => {
  for (const text of [null, '', 'no json', '[]', '"x"', '{"size":"huge","colour":7}'])
    expect(readCaptionStyle(text)).toEqual(firstCaptionStyle)
  expect(readCaptionStyle('{"place":"top","ground":"pink"}')).toEqual({ ...firstCaptionStyle, place: 'top' })
})

test('larger captions contain fewer letters, and never more than fit the film', () => {
  const [normal, largest] = [captionRoom(500), captionRoom(500, sizeFactor.largest)]
  expect(largest).toBeLessThan(normal)
  expect(captionSize(1000, sizeFactor.largest)).toBeGreaterThan(captionSize(1000) * 1.5)
  expect(captionRoom(320, sizeFactor.largest) * captionSize(320, sizeFactor.largest) * 0.52).toBeLessThanOrEqual(320)
})
